package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.resource.JobId;
import io.banyan.resource.Subsystem;
import io.banyan.rset.HostList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/**
 * The number of nodes and cores of a job. The contents of an exclusive vertex count, requested or not, because no other
 * job can have them.
 *
 * @param nodes of which it has a part
 * @param cores in total
 */
public record HeldCount(long nodes, long cores) {
    /**
     * Returns the count for a job, which may hold nothing. O(holds x depth), and O(descendants) for one whose types its
     * top does not count.
     */
    public static HeldCount of(Schedule schedule, JobId job) {
        ResourceGraph graph = schedule.graph();
        int node = graph.types().id("node");
        int core = graph.types().id("core");
        long nodes = 0;
        long cores = 0;
        if (schedule.holdings().booking(job).isEmpty()) {
            return new HeldCount(0, 0);
        }
        Holding holding = schedule.holdings().require(job);
        for (Hold hold : holding.holds()) {
            int type = graph.typeId(hold.vertex);
            if (!isWithinItsOwn(schedule, holding, hold.vertex)) {
                boolean isOwn = hold.amount > 0;
                nodes += type == node ? 1 : isOwn ? below(schedule, hold.vertex, node) : 0;
                cores += type == core ? hold.amount : 0;
                cores += isOwn ? below(schedule, hold.vertex, core) : 0;
            }
        }
        return new HeldCount(nodes, cores);
    }

    /** How much of a type a job has in the same manner. Costs the same. */
    public static long amount(Schedule schedule, JobId job, String typeName) {
        int type = schedule.graph().types().id(typeName);
        if (type < 0 || schedule.holdings().booking(job).isEmpty()) {
            return 0;
        }
        Holding holding = schedule.holdings().require(job);
        long amount = 0;
        for (Hold hold : holding.holds()) {
            if (hold.amount > 0 && !isWithinItsOwn(schedule, holding, hold.vertex)) {
                amount += schedule.graph().typeId(hold.vertex) == type ? hold.amount : 0;
                amount += below(schedule, hold.vertex, type);
            }
        }
        return amount;
    }

    /**
     * The names of the nodes of which a job has something, without names that no host can have, which old journals may
     * contain; at most {@link HostList#MAX_HOSTS}. O(holds), and O(descendants) for exclusive holds above nodes.
     */
    public static HostList nodeList(Schedule schedule, JobId job) {
        ResourceGraph graph = schedule.graph();
        HostList.Builder hosts = HostList.builder();
        int last = -1;
        int left = HostList.MAX_HOSTS;
        for (int v : nodes(schedule, job)) {
            if (v != last && left > 0) {
                left -= isAdded(graph, v, hosts) ? 1 : 0;
            }
            last = v;
        }
        return hosts.build();
    }

    private static boolean isAdded(ResourceGraph graph, int node, HostList.Builder hosts) {
        try {
            graph.addName(hosts, node);
            return true;
        } catch (IllegalArgumentException e) {
            // The name has a comma, for example.
            return false;
        }
    }

    /** Returns the nodes of which a job has something, in ascending order, with repetitions. */
    private static int[] nodes(Schedule schedule, JobId job) {
        ResourceGraph graph = schedule.graph();
        int node = graph.types().id("node");
        if (node < 0 || schedule.holdings().booking(job).isEmpty()) {
            return new int[0];
        }
        Collection<Hold> holds = schedule.holdings().require(job).holds();
        int[] found = new int[holds.size()];
        int count = 0;
        int left = holds.size();
        for (Hold hold : holds) {
            left--;
            if (graph.typeId(hold.vertex) == node) {
                found[count++] = hold.vertex;
            } else if (hold.amount > 0 && below(schedule, hold.vertex, node) > 0) {
                List<Integer> below = nodesBelow(graph, hold.vertex, node);
                int least = count + below.size() + left;
                found = least <= found.length ? found : Arrays.copyOf(found, Math.max(least, 2 * found.length));
                for (int v : below) {
                    found[count++] = v;
                }
            }
        }
        int[] nodes = Arrays.copyOf(found, count);
        Arrays.sort(nodes);
        return nodes;
    }

    private static List<Integer> nodesBelow(ResourceGraph graph, int top, int node) {
        int containment = graph.subsystemId(Subsystem.CONTAINMENT);
        List<Integer> found = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(top));
        while (!open.isEmpty()) {
            int v = open.pop();
            if (graph.typeId(v) == node) {
                found.add(v);
                continue;
            }
            for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
                if (graph.subsystem(e) == containment) {
                    open.push(graph.target(e));
                }
            }
        }
        return found;
    }

    /** Whether it has something above the vertex for itself. O(depth). */
    private static boolean isWithinItsOwn(Schedule schedule, Holding holding, int v) {
        for (int u = schedule.aggregates().parent(v);
                u >= 0;
                u = schedule.aggregates().parent(u)) {
            Hold above = holding.at(u);
            if (above != null && above.amount > 0) {
                return true;
            }
        }
        return false;
    }

    private static long below(Schedule schedule, int v, int type) {
        if (type < 0 || !schedule.aggregates().isInterior(v)) {
            return 0;
        }
        int[] tracked = schedule.aggregates().trackedTypes(v);
        for (int i = 0; i < tracked.length; i++) {
            if (tracked[i] == type) {
                return schedule.aggregates().total(v, i);
            }
        }
        return schedule.aggregates().sumsBelow(v)[type];
    }
}
