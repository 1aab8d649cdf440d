#!/bin/sh
# A malleable application: a pool of worker processes, one for each slot that the job runs with.
#
#   pool.sh ITEMS [SECONDS]     works off so many items, of which each takes a worker so long (default 1)
#
# The scheduler writes what it proposes into the file 'rescale' of the job's directory, "NUMBER FROM TO R", and sends
# USR1. The pool answers into 'rescale.answer', "NUMBER yes" or "NUMBER no REASON". It says yes to fewer slots when so
# many workers are done with their items, and to more at once. It declines where hardly anything is left to do; with
# POOL_STUBBORN=1 it always does, and with POOL_SILENT=1 it never answers.
items=$1
seconds=${2:-1}
slots=${BANYAN_SLOTS:-1}
next=0
pids=
asked=

rescale() {
    read -r asked from to resources < "$BANYAN_JOB_DIR/rescale"
    echo "asked to go from $from to $to slots"
}

answer() {
    echo "$asked $*" > "$BANYAN_JOB_DIR/rescale.tmp.$$" && mv "$BANYAN_JOB_DIR/rescale.tmp.$$" "$BANYAN_JOB_DIR/rescale.answer"
    echo "answered $*"
    asked=
}

consider() {
    if [ -n "$POOL_SILENT" ]; then
        asked=
    elif [ -n "$POOL_STUBBORN" ]; then
        answer no its work cannot be divided now
    elif [ "$((items - next))" -lt "$to" ]; then
        answer no nearly done
    elif [ "$to" -ge "$slots" ] || [ "$running" -le "$to" ]; then
        slots=$to
        answer yes
    fi
}

# Keeps the processor busy, as work does.
work() {
    end=$(($(date +%s) + seconds))
    while [ "$(date +%s)" -lt "$end" ]; do
        head -c 4000000 /dev/zero | cksum > /dev/null
    done
}

trap rescale USR1
echo "begins with $slots slots"
while :; do
    running=0
    alive=
    for pid in $pids; do
        if kill -0 "$pid" 2> /dev/null; then
            running=$((running + 1))
            alive="$alive $pid"
        fi
    done
    pids=$alive
    [ -n "$asked" ] && consider
    most=$slots
    # Who is asked to give something up begins nothing that would hold that up.
    [ -n "$asked" ] && [ "$to" -lt "$most" ] && most=$to
    while [ "$running" -lt "$most" ] && [ "$next" -lt "$items" ]; do
        next=$((next + 1))
        (trap '' USR1; work) &
        pids="$pids $!"
        running=$((running + 1))
    done
    [ "$running" -eq 0 ] && [ "$next" -ge "$items" ] && break
    sleep 0.05
done
echo "done: $items items"
