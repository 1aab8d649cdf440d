#!/usr/bin/env bash
# A provider of kind exec, in bash (protocol 1): a lab with a few large nodes, of which each request gets one.
#
#   banyan start --graph G --provider exec=examples/providers/lab.sh,name=lab
#
# What is lent is a directory for each node in $LAB_STATE, with the id of the request that has it. mkdir either makes one or fails, so that runs at the same time
# never lend a node twice.
set -euo pipefail

readonly lab=${LAB_STATE:-${TMPDIR:-/tmp}/banyan-lab-$(id -u)}
readonly nodes=4 sockets=2 cores=32

input=$(cat)
mkdir -p "$lab"

# The string of key $1 in the input. Ids are quoted as JSON quotes them, and compared so.
field() {
    [[ $input =~ \"$1\":\"(([^\"\\]|\\.)*)\" ]] || { echo "no $1 in the input" >&2; exit 2; }
    REPLY=${BASH_REMATCH[1]}
}

# The node that request $1 has, or else a free one, in REPLY.
lend() {
    local i
    for ((i = 0; i < nodes; i++)); do
        REPLY=$i
        [[ -f $lab/$i/request && $(<"$lab/$i/request") == "$1" ]] && return
    done
    for ((i = 0; i < nodes; i++)); do
        REPLY=$i
        if mkdir "$lab/$i" 2>/dev/null; then
            printf '%s' "$1" >"$lab/$i/request"
            return
        fi
    done
    echo "all $nodes nodes of the lab are lent" >&2
    exit 1
}

# The graph of node $1: a cluster, in it the node, in that its sockets and cores.
graph() {
    local node=/cluster0/lab$1 id=1 s c
    printf '{"graph": {"nodes": [\n{"id": "0", "metadata": {"type": "cluster", "id": 0, "paths": {"containment": "/cluster0"}}}'
    printf ',\n{"id": "1", "metadata": {"type": "node", "basename": "lab", "id": %d, "rank": 0, "paths": {"containment": "%s"}}}' "$1" "$node"
    local edges='{"source": "0", "target": "1"}'
    for ((s = 0; s < sockets; s++)); do
        local socket=$((++id))
        printf ',\n{"id": "%d", "metadata": {"type": "socket", "id": %d, "rank": 0, "paths": {"containment": "%s/socket%d"}}}' "$id" "$s" "$node" "$s"
        edges+=", {\"source\": \"1\", \"target\": \"$id\"}"
        for ((c = s * cores; c < (s + 1) * cores; c++)); do
            printf ',\n{"id": "%d", "metadata": {"type": "core", "id": %d, "rank": 0, "paths": {"containment": "%s/socket%d/core%d"}}}' "$((++id))" "$c" "$node" "$s" "$c"
            edges+=", {\"source\": \"$socket\", \"target\": \"$id\"}"
        done
    done
    printf '],\n"edges": [%s]}}\n' "$edges"
}

case ${1:-} in
    provision)
        field request_id
        lend "$REPLY"
        graph "$REPLY"
        ;;
    release)
        # It lends one node for a request, so that any handle stands for everything.
        field request_id
        for ((i = 0; i < nodes; i++)); do
            if [[ -f $lab/$i/request && $(<"$lab/$i/request") == "$REPLY" ]]; then
                rm -r -- "${lab:?}/$i"
            fi
        done
        ;;
    *)
        echo "this provider knows provision and release, not '${1:-}'" >&2
        exit 2
        ;;
esac
