#!/usr/bin/env bash
# A provider of kind exec, in bash (protocol 1): a lab with a few large nodes, of which each request gets one.
#
#   banyan start --graph G --provider exec=examples/providers/lab.sh,name=lab
#
# What is lent is a symbolic link for each node in $LAB_STATE, which names the request that has it. ln either makes one, with the name in it, or fails: so runs at
# the same time never lend a node twice, and one that is killed leaves none that is half lent. How many nodes are asked for it does not read; the daemon gives back what
# does not do.
set -Eeuo pipefail
# Status 1 is a "no", after which nothing is out there. Whatever else fails is none.
trap 'exit 2' ERR

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
        [[ -L $lab/$i && $(readlink -- "$lab/$i") == "$1" ]] && return
    done
    for ((i = 0; i < nodes; i++)); do
        REPLY=$i
        ln -sT -- "$1" "$lab/$i" 2>/dev/null && return
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
            if [[ -L $lab/$i && $(readlink -- "$lab/$i") == "$REPLY" ]]; then
                rm -- "$lab/$i"
            fi
        done
        ;;
    *)
        echo "this provider knows provision and release, not '${1:-}'" >&2
        exit 2
        ;;
esac
