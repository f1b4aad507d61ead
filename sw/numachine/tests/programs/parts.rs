// SPDX-License-Identifier: Apache-2.0
// Four threads add to neighbouring elements of a vector, and two of them count in a static
// variable. With --cfg padded each element and each counter has a line of its own.
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{mpsc, Barrier, Mutex};
use std::thread;

#[cfg_attr(padded, repr(align(64)))]
struct Part(u64);

#[cfg_attr(padded, repr(align(64)))]
struct Counter(AtomicU64);

#[cfg_attr(padded, repr(align(64)))]
struct Counters {
    hits: Counter,
    misses: Counter,
}

static COUNTERS: Counters = Counters {
    hits: Counter(AtomicU64::new(0)),
    misses: Counter(AtomicU64::new(0)),
};

fn main() {
    let mut parts: Vec<Part> = (0..4).map(|_| Part(0)).collect();
    let (begin, total) = (Barrier::new(4), Mutex::new(0));
    thread::scope(|s| {
        for (k, part) in parts.iter_mut().enumerate() {
            let (begin, total) = (&begin, &total);
            s.spawn(move || {
                begin.wait();
                for i in 1..=2000 {
                    part.0 += i;
                    match k {
                        0 => COUNTERS.hits.0.fetch_add(1, Ordering::Relaxed),
                        1 => COUNTERS.misses.0.fetch_add(1, Ordering::Relaxed),
                        _ => 0,
                    };
                }
                *total.lock().unwrap() += part.0;
            });
        }
    });
    let (to, from) = mpsc::channel();
    thread::spawn(move || to.send(total.into_inner().unwrap()));
    println!("{}", from.recv().unwrap());
}
