#!/bin/sh
# Forks processes, each on a node next to those of the job, or on its own node if none is free. A node is given back
# when its process has ended. Arguments: the number of processes, and how long each runs, in seconds.
#
#   banyan submit -N 1 --policy leak -t 5m --deadline 1h examples/leak/forks.sh 3 20
banyan=${BANYAN:-banyan}
count=${1:-3}
seconds=${2:-20}
here=$BANYAN_HOSTLIST

work() {
    sleep "$seconds"
    [ "$1" = "$here" ] || "$banyan" partial-cancel "$BANYAN_JOB_ID" --path "$1"
}

i=0
while [ "$i" -lt "$count" ]; do
    i=$((i + 1))
    node=$("$banyan" grow --job "$BANYAN_JOB_ID" -N 1 --near "$here" --contiguous -o json \
        | sed -n 's/^ *"nodes" : \[ "\(.*\)" \],$/\1/p')
    echo "process $i runs on ${node:-$here}"
    work "${node:-$here}" &
done
wait
echo "all processes have ended"
