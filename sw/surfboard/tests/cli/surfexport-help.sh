# SPDX-License-Identifier: Apache-2.0
# Checks that help and version go to standard output with exit status 0.
surfexport --help >a && surfexport -h >b && cmp a b && cat a
surfexport --version | sed 's/ [^ ]*$/ VERSION/'
surfexport --help >/dev/full
echo "status $?"
