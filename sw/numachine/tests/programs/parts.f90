! SPDX-License-Identifier: Apache-2.0
! Four threads of OpenMP add to neighbouring elements of an array.
program sums
  use omp_lib
  integer, parameter :: n = 4
  integer(8) :: part(n)
  integer :: i, k
  part = 0
!$omp parallel do num_threads(n) private(i)
  do k = 1, n
    do i = 1, 2000
      part(k) = part(k) + i
    end do
  end do
!$omp end parallel do
  print *, sum(part)
end program
