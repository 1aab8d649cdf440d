#!/usr/bin/env python3
"""A provider of kind exec, in Python (protocol 2): a shed of nodes with a price, which supports inventories and estimates.

    banyan start --graph G --provider exec=examples/providers/shed.py,protocol=2,name=shed

The JSON file $SHED_STATE records the lent nodes. A run locks the file beside it, and replaces the JSON file completely or not at all.
"""
import fcntl
import json
import os
import sys
import tempfile
import traceback

NODES, CORES, PRICE = 16, 8, 0.10
STATE = os.environ.get("SHED_STATE") or os.path.join(tempfile.gettempdir(), f"banyan-shed-{os.getuid()}.json")


def no(reason):
    """Refuses the request with this reason."""
    print(reason, file=sys.stderr)
    sys.exit(1)


def least(resource):
    """The minimum number of a resource."""
    count = resource.get("count", 1)
    return count["min"] if isinstance(count, dict) else int(str(count).split("-")[0].rstrip("+"))


def nodes_for(resources, times=1):
    """How many nodes a jobspec needs: slots contain nodes, or cores of one node."""
    total = 0
    for resource in resources:
        kind, inside = resource["type"], resource.get("with", [])
        if kind == "node":
            if cores_in(inside) > CORES:
                no(f"a node of the shed has {CORES} cores, and {cores_in(inside)} are requested")
            total += times * least(resource)
        elif kind == "slot" and any(below["type"] in ("node", "slot") for below in inside):
            total += nodes_for(inside, times * least(resource))
        elif kind == "slot":
            if cores_in(inside) > CORES:
                no(f"a node of the shed has {CORES} cores, and {cores_in(inside)} are requested")
            total += times * least(resource)
        elif kind == "core":
            total += -(-times * least(resource) // CORES)
        else:
            no(f"the shed has no {kind}")
    return total


def cores_in(resources):
    """The number of cores that are requested in one node."""
    cores = 0
    for resource in resources:
        if resource["type"] == "core":
            cores += least(resource)
        elif resource["type"] == "slot":
            cores += least(resource) * cores_in(resource.get("with", []))
        else:
            no(f"the shed has no {resource['type']}")
    return cores


def graph(numbers):
    """The JGF of nodes: a cluster that contains the nodes with their cores."""
    nodes, edges = [], []

    def add(kind, number, path, parent, **more):
        nodes.append({"id": str(len(nodes)), "metadata": {"type": kind, "id": number, "paths": {"containment": path}, **more}})
        if parent is not None:
            edges.append({"source": str(parent), "target": str(len(nodes) - 1)})
        return len(nodes) - 1

    root = add("cluster", 0, "/cluster0", None)
    for rank, number in enumerate(numbers):
        path = f"/cluster0/shed{number}"
        node = add("node", number, path, root, basename="shed", rank=rank, properties={"price": str(PRICE)})
        for core in range(CORES):
            add("core", core, f"{path}/core{core}", node, rank=rank)
    return {"graph": {"nodes": nodes, "edges": edges}}


def provision(lent, owner, asked):
    """Lends as many nodes as the jobspec requires; a repeated request gets the same nodes."""
    request = asked["request_id"]
    mine = sorted(int(n) for n, loan in lent.items() if loan["owner"] == owner and loan["request_id"] == request)
    if not mine:
        wanted = nodes_for(asked["jobspec"]["resources"])
        mine = [n for n in range(NODES) if str(n) not in lent][:wanted]
        if len(mine) < wanted:
            no(f"the shed has {len(mine)} nodes left, and {wanted} are requested")
        if 1 + wanted * (1 + CORES) > asked["max_vertices"]:
            no("the graph would have more vertices than are accepted")
        for number in mine:
            lent[str(number)] = {"owner": owner, "request_id": request, "user": asked["user"]}
    return graph(mine)


def release(lent, owner, asked):
    """Takes back the nodes of these handles, which are their paths in the written graph, or all nodes of a request."""
    handles = asked["handles"]
    paths = [handle["value"] for handle in handles]
    for number, loan in list(lent.items()):
        if loan["owner"] == owner and loan["request_id"] == asked["request_id"]:
            if not handles or f"/cluster0/shed{number}" in paths:
                del lent[number]


def inventory(lent, owner, asked):
    """The nodes that are lent to this owner."""
    return {
        "holdings": [
            {"request_id": loan["request_id"], "handle": f"/cluster0/shed{number}", "user": loan["user"], "price": PRICE}
            for number, loan in sorted(lent.items())
            if loan["owner"] == owner
        ]
    }


def estimate(lent, owner, asked):
    """The nodes that the shed would lend if none were lent now."""
    wanted = nodes_for(asked["jobspec"]["resources"])
    if wanted > NODES:
        no(f"the shed has {NODES} nodes, and {wanted} are requested")
    return {"items": [{"count": wanted, "what": f"a node of {CORES} cores", "price": PRICE}]}


def answer_to(call, asked):
    """Runs the call with the lent nodes, and stores its changes before the answer is written."""
    with open(STATE + ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            with open(STATE, encoding="utf-8") as state:
                lent = json.load(state)
        except FileNotFoundError:
            lent = {}
        before = json.dumps(lent)
        answer = call(lent, asked["owner"], asked)
        if json.dumps(lent) != before:
            with open(STATE + ".new", "w", encoding="utf-8") as state:
                json.dump(lent, state)
                state.flush()
                os.fsync(state.fileno())
            os.replace(STATE + ".new", STATE)
    return answer


def main():
    calls = {call.__name__: call for call in (provision, release, inventory, estimate)}
    try:
        answer = answer_to(calls[sys.argv[1]], json.load(sys.stdin))
        if answer is not None:
            json.dump(answer, sys.stdout)
            sys.stdout.flush()
    except Exception:
        # Python would end with status 1, which means a refusal: the daemon would not release the lent nodes.
        try:
            traceback.print_exc()
        finally:
            os._exit(2)


if __name__ == "__main__":
    main()
