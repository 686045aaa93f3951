#!/bin/sh
# Ask questions of a list of hands with the tools of the shell.
# Usage: sh pipes.sh [HANDS]
set -eu
hands=${1:-"$(dirname "$0")/hands.txt"}

echo "The hands by worth:"
crib-count --input "$hands" --format line | sort -k1.25nr

echo "How many hands are worth each total:"
crib-count --input "$hands" --format total | sort -n | uniq -c

echo "The flushes:"
crib-count --input "$hands" --format csv | awk -F, 'NR > 1 && $8 > 0 { print $2 " | " $3 }'
