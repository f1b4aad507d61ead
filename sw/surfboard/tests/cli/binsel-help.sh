# SPDX-License-Identifier: Apache-2.0
# Help and version on standard output, exit status 0; each says the same.
binsel --help >a && binsel -h >b && cmp a b && cat a
binsel --version | sed 's/ [^ ]*$/ VERSION/'
binsel --help >/dev/full
echo "status $?"
