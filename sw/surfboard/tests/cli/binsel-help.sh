# SPDX-License-Identifier: Apache-2.0
# Checks that help and version go to standard output with exit status 0, in every form of the
# option.
binsel --help >a && binsel -h >b && cmp a b && cat a
binsel --version | sed 's/ [^ ]*$/ VERSION/'
binsel --help >/dev/full
echo "status $?"
