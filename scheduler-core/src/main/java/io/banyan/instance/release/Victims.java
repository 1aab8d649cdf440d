package io.banyan.instance.release;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.InstanceState;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The choice of vertices to return if only an amount is requested. Only resources from elsewhere: for a parent, those
 * that it granted; for a client, those of providers as well, and these first. Never more than requested: a pool that is
 * larger than the missing amount stays.
 */
final class Victims {
    private final InstanceState state;

    Victims(InstanceState state) {
        this.state = state;
    }

    /**
     * Returns the idle vertices of a type, in the order of the graph; those that are planned for waiting jobs come
     * last. O(V).
     */
    List<String> free(boolean forParent, String type, long wanted, Collection<String> taken) {
        ResourceGraph graph = state.resources().graph();
        List<String> paths = new ArrayList<>();
        List<String> planned = new ArrayList<>();
        for (int v : ofType(type)) {
            if (v != graph.root() && !state.isUsed(v)) {
                (state.schedule().holdings().isUsed(v) ? planned : paths).add(graph.path(v));
            }
        }
        paths.addAll(planned);
        var fromProvider = Comparator.<String, Boolean>comparing(path -> !came(path, GrowRoute.PROVIDER));
        List<String> inOrder =
                forParent ? paths : paths.stream().sorted(fromProvider).toList();
        return take(forParent, inOrder, wanted, taken);
    }

    /** Returns the vertices of a type that were grown for jobs that are not instances, the last grow first. */
    List<String> grown(Choice choice, String type, long wanted) {
        ResourceGraph graph = state.resources().graph();
        Map<String, List<String>> byGrant = new HashMap<>();
        for (int v : ofType(type)) {
            String path = graph.path(v);
            state.origins()
                    .of(path)
                    .filter(origin -> origin.jobOf(path).isPresent()
                            && choice.use(origin.id(), path).others().isEmpty())
                    .ifPresent(origin -> byGrant.computeIfAbsent(origin.id(), it -> new ArrayList<>())
                            .add(path));
        }
        List<String> paths = new ArrayList<>();
        state.origins().all().reversed().forEach(origin -> paths.addAll(byGrant.getOrDefault(origin.id(), List.of())));
        return take(true, paths, wanted, List.of());
    }

    /**
     * Returns the vertices of a type that only jobs use that are not instances: those first whose last job ends first,
     * or, where jobs are cancelled, those whose job is the youngest. O(the jobs' holds x depth).
     */
    List<String> busy(RevokeDecision.ClearingBegun begun, String type, long wanted) {
        ResourceGraph graph = state.resources().graph();
        int typeId = graph.types().id(type);
        boolean cancels = begun.rule() == UseRule.CANCEL;
        Set<JobId> seen = new HashSet<>();
        Set<String> paths = new LinkedHashSet<>();
        Set<Integer> used = new LinkedHashSet<>();
        for (JobRecord job : inOrder(cancels)) {
            seen.add(job.id());
            used.addAll(usedBy(job.id(), typeId));
            for (int v : List.copyOf(used)) {
                List<JobId> users = state.users(v);
                if (cancels ? users.stream().noneMatch(this::isInstance) : seen.containsAll(users)) {
                    used.remove(v);
                    paths.add(graph.path(v));
                }
            }
            List<String> enough = take(begun.forParent(), paths, wanted, List.of());
            if (amount(enough, type) >= wanted) {
                return enough;
            }
        }
        return take(begun.forParent(), paths, wanted, List.of());
    }

    private List<JobRecord> inOrder(boolean cancels) {
        Comparator<JobRecord> order = cancels
                ? Comparator.comparing(JobRecord::id).reversed()
                : Comparator.<JobRecord>comparingLong(job -> job.window().endSec())
                        .thenComparing(JobRecord::id);
        return state.jobs().active().stream()
                .filter(job -> !job.isInstance() && !state.submitted().queue().isReserved(job.id()))
                .sorted(order)
                .toList();
    }

    private boolean isInstance(JobId id) {
        return state.jobs().active(id).filter(JobRecord::isInstance).isPresent();
    }

    /** The vertices of a type of which a job has something. */
    private Collection<Integer> usedBy(JobId job, int typeId) {
        ResourceGraph graph = state.resources().graph();
        Selection selection = state.schedule().holdings().selection(job);
        Set<Integer> used = new LinkedHashSet<>();
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.exclusive(i) ? selection.vertex(i) : -1;
            while (v >= 0 && graph.typeId(v) != typeId) {
                v = graph.parent(v);
            }
            if (v >= 0 && v != graph.root()) {
                used.add(v);
            }
        }
        return used;
    }

    /** The types in the order of their depth in the graph, so that a vertex within another is counted with it. O(V). */
    List<String> outerFirst(Collection<String> types) {
        return types.stream().sorted(Comparator.comparingInt(this::depth)).toList();
    }

    private int depth(String type) {
        int[] vertices = ofType(type);
        return vertices.length == 0 ? 0 : Paths.depth(state.resources().graph().path(vertices[0]));
    }

    private int[] ofType(String type) {
        ResourceGraph graph = state.resources().graph();
        int id = graph.types().id(type);
        return id < 0 ? new int[0] : graph.verticesOfType(id);
    }

    /** The first of these that may go, as long as they are not too much. */
    private List<String> take(boolean forParent, Collection<String> paths, long wanted, Collection<String> before) {
        List<String> taken = new ArrayList<>();
        TreeSet<String> tops = new TreeSet<>(before);
        long left = wanted;
        ResourceGraph graph = state.resources().graph();
        for (String path : paths) {
            if (left == 0) {
                break;
            }
            long size = graph.size(graph.find(path));
            boolean mayGo = came(path, GrowRoute.PARENT) || (!forParent && came(path, GrowRoute.PROVIDER));
            if (size <= left && mayGo && !state.clearings().isChosen(path) && !Paths.overlapAny(path, tops)) {
                taken.add(path);
                tops.add(path);
                left -= size;
            }
        }
        return taken;
    }

    /** How much of a type came from elsewhere. O(V). */
    long foreign(String type) {
        ResourceGraph graph = state.resources().graph();
        return Arrays.stream(ofType(type))
                .filter(v -> v != graph.root() && isForeign(graph.path(v)))
                .mapToLong(graph::size)
                .sum();
    }

    /** Returns the jobs that use something of these types that came from elsewhere. O(the jobs' holds x depth). */
    Set<JobId> users(Collection<String> types) {
        ResourceGraph graph = state.resources().graph();
        Set<JobId> users = new TreeSet<>();
        for (JobRecord job : state.jobs().active()) {
            boolean uses = !state.submitted().queue().isReserved(job.id())
                    && types.stream()
                            .flatMap(type -> usedBy(job.id(), graph.types().id(type)).stream())
                            .anyMatch(v -> isForeign(graph.path(v)));
            if (uses) {
                users.add(job.id());
            }
        }
        return users;
    }

    private boolean isForeign(String path) {
        return state.origins().of(path).isPresent();
    }

    private boolean came(String path, GrowRoute arrival) {
        return state.origins()
                .of(path)
                .filter(origin -> origin.arrival() == arrival)
                .isPresent();
    }

    /** How much of a type there is at these paths and below them. */
    long amount(Collection<String> paths, String type) {
        return paths.stream()
                .mapToLong(path -> state.resources().amount(path, type))
                .sum();
    }
}
