#!/bin/sh
# Counts to $1, one a second; where it is stopped it goes on from there.
at=$(cat "$BANYAN_CHECKPOINT_DIR/at" 2>/dev/null || echo 0)
trap 'echo "$at" > "$BANYAN_CHECKPOINT_DIR/at"; exit 1' TERM
echo "from $at"
while [ "$at" -lt "$1" ]; do sleep 1; at=$((at + 1)); done
