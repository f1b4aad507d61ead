# SPDX-License-Identifier: Apache-2.0
# Checks that help and version go to standard output with exit status 0.
surfplot --help >a && surfplot -h >b && cmp a b && cat a
surfplot --version | sed 's/ [^ ]*$/ VERSION/'
surfplot --help >/dev/full
echo "status $?"
