#!/usr/bin/env bash
# A provider of kind exec, in bash (protocol 1): a lab with a few large nodes. Each request gets one node.
#
#   banyan start --graph G --provider exec=examples/providers/lab.sh,name=lab
#
# Each lent node has a symbolic link in $LAB_STATE, which names the request. ln creates the complete link or fails: so concurrent runs never lend a node twice, and a
# killed run leaves no incomplete loan. The script does not read the number of requested nodes; the daemon releases resources that do not satisfy the request.
set -Eeuo pipefail
# Status 1 means a refusal, after which no node is lent. Any other failure must not end with status 1.
trap 'exit 2' ERR

readonly lab=${LAB_STATE:-${TMPDIR:-/tmp}/banyan-lab-$(id -u)}
readonly nodes=4 sockets=2 cores=32

input=$(cat)
mkdir -p "$lab"

# The string of key $1 in the input. Ids are compared in their JSON form, with escapes.
field() {
    [[ $input =~ \"$1\":\"(([^\"\\]|\\.)*)\" ]] || { echo "no $1 in the input" >&2; exit 2; }
    REPLY=${BASH_REMATCH[1]}
}

# Sets REPLY to the node of request $1, or to a free node.
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

# The graph of node $1: a cluster that contains the node with its sockets and cores.
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
        # A request has one node, so any handle represents all of its resources.
        field request_id
        for ((i = 0; i < nodes; i++)); do
            if [[ -L $lab/$i && $(readlink -- "$lab/$i") == "$REPLY" ]]; then
                rm -- "$lab/$i"
            fi
        done
        ;;
    *)
        echo "this provider supports the calls provision and release, not '${1:-}'" >&2
        exit 2
        ;;
esac
