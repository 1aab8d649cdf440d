package io.banyan.instance;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.ProviderReconciliation;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.Fingerprint;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Malleables;
import io.banyan.instance.state.PendingClearings;
import io.banyan.provider.Handle;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A view of one instance for a checker of the whole tree, used from the thread that owns the instance. It changes
 * nothing, and shows the state at the moment of each call.
 */
public final class Inspection {
    /** The amount that a job holds at one vertex of the graph. */
    public record Held(String path, long amount, boolean exclusive) {}

    /**
     * The remainder of a grant that came here.
     *
     * @param job the job that it was grown for; empty for the instance itself
     * @param provider which of its providers brought it; empty where it came otherwise
     * @param tops the paths of the granted tops
     * @param handles the provider's handles, if a provider brought it
     */
    public record Came(
            String grantId,
            GrowRoute arrival,
            Optional<JobId> job,
            Optional<String> provider,
            List<String> tops,
            List<Handle> handles) {}

    private final InstanceState state;

    Inspection(InstanceState state) {
        this.state = state;
    }

    /** Whether the instance has resources; queries on the graph and the holds are valid only then. */
    public boolean isJoined() {
        return state.isJoined();
    }

    /** The graph. */
    public ResourceGraph graph() {
        return state.resources().graph();
    }

    /** The paths of the vertices that were marked other than up. O(V). */
    public List<String> notUp() {
        ResourceGraph graph = graph();
        return IntStream.range(0, graph.vertexBound())
                .filter(v -> graph.contains(v) && state.schedule().statuses().of(v) != Status.UP)
                .mapToObj(graph::path)
                .toList();
    }

    /** All jobs that are remembered, in the order of their ids. */
    public List<JobRecord> jobs() {
        return state.jobs().all();
    }

    /** The job, if it is remembered. */
    public Optional<JobRecord> job(JobId id) {
        return state.jobs().find(id);
    }

    /** A malleable job that runs. */
    Malleables.Running malleable(JobId job) {
        return state.malleables().require(job);
    }

    /** Returns the resources that a job holds, including those below whole holds. O(its holds). */
    public List<Held> held(JobId job) {
        Selection selection = state.schedule().holdings().selection(job);
        List<Held> held = new ArrayList<>(selection.size());
        for (int i = 0; i < selection.size(); i++) {
            held.add(new Held(
                    state.resources().graph().path(selection.vertex(i)), selection.amount(i), selection.exclusive(i)));
        }
        return held;
    }

    /**
     * Returns the grants that came here from elsewhere, or were found here for a job, in the order in which they came.
     */
    public List<Came> cameHere() {
        return state.origins().all().stream().map(Inspection::came).toList();
    }

    private static Came came(GrantOrigin origin) {
        Optional<String> provider =
                origin.grant().source().provider().filter(it -> origin.arrival() == GrowRoute.PROVIDER);
        return new Came(origin.id(), origin.arrival(), origin.job(), provider, origin.tops(), origin.handles());
    }

    /** By which way the vertex of a path came here; empty where it is the instance's own. O(depth x log tops). */
    public Optional<GrowRoute> arrivalOf(String path) {
        return state.origins().of(path).map(GrantOrigin::arrival);
    }

    /** The tops of everything that a child was granted and has not returned. */
    public List<String> grantedTo(JobId child) {
        return state.childGrants().tops(child);
    }

    /** Whether a grant to a child is on record: its remaining resources, or their return. */
    public boolean remembersGrant(JobId child, String grantId) {
        return state.childGrants().find(child, grantId).isPresent()
                || state.childGrants().isSpent(child, grantId);
    }

    /** Whether a grow of this instance is on record: its resources, or their return. */
    public boolean remembersGrow(String requestId) {
        return state.origins().find(requestId).isPresent() || state.origins().isSpent(requestId);
    }

    /** The returns that wait for a parent or a provider. */
    public int pendingReturns() {
        return state.returns().pending().size();
    }

    /** Returns the number of revokes that children have not answered yet. */
    public int pendingRevokes() {
        return state.revokes().pending().size();
    }

    /** Whether a clearing waits for jobs without a deadline. */
    public boolean awaitsJobs() {
        return state.clearings().pending().stream()
                .map(PendingClearings.Pending::begun)
                .anyMatch(begun -> begun.rule() == UseRule.AWAIT && begun.untilMillis() == 0);
    }

    /** The grows for which a provider was asked and has not answered. */
    public int provisions() {
        return state.provisions().size();
    }

    /** In which zones reservations count that come again by the calendar, by their names. O(reservations). */
    public SortedMap<String, String> calendars() {
        SortedMap<String, String> zones = new TreeMap<>();
        for (Reservation reservation : state.reservations().all()) {
            if (reservation.recurrence().isByCalendar()) {
                zones.put(reservation.name(), reservation.recurrence().zone());
            }
        }
        return zones;
    }

    /**
     * Returns the grows for which its own providers may have resources, by provider: resources that were not taken
     * back, open calls, and unreleased resources. O(grows).
     */
    public SortedMap<String, SortedSet<String>> outside() {
        return ProviderReconciliation.outstanding(state);
    }

    /** Everything that a replay of the journal must bring back, as text. O(V + holds). */
    public String text() {
        return Fingerprint.of(state);
    }
}
