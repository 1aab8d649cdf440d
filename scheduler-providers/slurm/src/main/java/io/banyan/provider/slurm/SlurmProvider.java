package io.banyan.provider.slurm;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionAnswers;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes of a Slurm. Each is held by a pilot, a job that does nothing, and is given back by the end of that; all pilots
 * of a request are one job array, so that one call submits all of them or none. The comments of the pilots identify
 * them, so that a new process finds all of them. Each call blocks its thread until Slurm has answered.
 *
 * <p>One pilot a node, and not one for all: of a job that runs, Slurm gave back no second node where it had no
 * accounting database (22.05).
 */
final class SlurmProvider implements ExternalProvider {
    private static final Logger LOG = LoggerFactory.getLogger(SlurmProvider.class);
    /** Divisor of the asker's time: one part is left for the answer and for the release of resources before it. */
    private static final long RESERVE_SHARE = 10;

    private final ProviderContext context;
    private final SlurmSettings settings;
    private final InstantSource clock;
    private final Slurm slurm;
    private final NodeReservations reservations;
    private final PilotReports reports;
    private final PilotCancellation ends;
    private final Map<String, PilotWait> arriving = new ConcurrentHashMap<>();
    private final ProvisionAnswers answers = new ProvisionAnswers();

    SlurmProvider(ProviderContext context, SlurmSettings settings, InstantSource clock) {
        this.context = context;
        this.settings = settings;
        this.clock = clock;
        this.slurm = new Slurm(context, settings);
        this.reservations = new NodeReservations(context, settings, slurm);
        this.reports = new PilotReports(settings.report());
        this.ends = new PilotCancellation(slurm, settings);
    }

    @Override
    public String name() {
        return context.name();
    }

    @Override
    public String describe() {
        return "pilot jobs in "
                + settings.partition()
                        .map(it -> "partition " + it + " of Slurm")
                        .orElse("Slurm's default partition")
                + ", at most " + settings.mostNodes() + " nodes per request, "
                + settings.minutes(0) + " minutes if a jobspec has no duration";
    }

    @Override
    public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        return answers.once(request.requestId(), () -> result(request));
    }

    private ProvisionResult result(ProvisionRequest request) {
        try {
            return answered(request);
        } catch (IOException e) {
            return new ProvisionResult.Failed(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ProvisionResult.Failed("the daemon is stopping");
        }
    }

    private ProvisionResult answered(ProvisionRequest request) throws IOException, InterruptedException {
        String id = request.requestId();
        try {
            SlurmNodeRequest nodeRequest =
                    SlurmNodeRequest.of(request.jobspec()).atMost(settings.mostNodes());
            Duration patience = Duration.ofMillis(request.timeoutMillis() - request.timeoutMillis() / RESERVE_SHARE);
            patience = patience.compareTo(settings.longestWait()) < 0 ? patience : settings.longestWait();
            var arrival = new PilotWait(slurm, settings, nodeRequest, id, patience);
            arriving.put(id, arrival);
            if (slurm.pilots(id).isEmpty()) {
                submit(nodeRequest, Label.of(context, request), arrival);
            }
            return brought(request, nodeRequest, arrival.await());
        } catch (Unmet e) {
            List<String> ids = slurm.pilots(id).stream().map(Pilot::id).toList();
            ends.endAll(ids);
            reports.forget(ids);
            reservations.drop(id);
            return new ProvisionResult.Refused(e.reason());
        } finally {
            arriving.remove(id);
        }
    }

    /** Submits pilots. If Slurm does not answer and yet has the pilots, their comment identifies them. */
    private void submit(SlurmNodeRequest nodeRequest, Label label, PilotWait arrival)
            throws Unmet, IOException, InterruptedException {
        Optional<NodeReservations.Reserved> reserved = reservations.make(nodeRequest, label.request());
        long nodes = reserved.map(NodeReservations.Reserved::nodes).orElse(nodeRequest.wanted());
        arrival.expect(nodes);
        try {
            slurm.submit(nodeRequest, nodes, label, reserved.map(NodeReservations.Reserved::name));
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted() || !arrival.isSeen()) {
                throw e;
            }
            LOG.warn("{}, but Slurm has the pilots of {}", e.getMessage(), label.request());
        }
    }

    private ProvisionResult brought(ProvisionRequest request, SlurmNodeRequest nodeRequest, List<Pilot> pilots)
            throws Unmet, IOException, InterruptedException {
        List<String> ids = pilots.stream().map(Pilot::id).toList();
        List<String> spare = slurm.pilots(request.requestId()).stream()
                .map(Pilot::id)
                .filter(id -> !ids.contains(id))
                .toList();
        slurm.cancel(spare);
        reports.forget(spare);
        Map<String, NodeFacts> facts =
                slurm.nodes(pilots.stream().map(Pilot::host).distinct().toList());
        List<PilotGraph.Held> held = new ArrayList<>();
        for (Pilot pilot : pilots) {
            NodeFacts node = facts.get(pilot.host());
            if (node == null || node.cores() < nodeRequest.cores()) {
                throw new Unmet(
                        "Slurm gave " + pilot.host() + ", which does not have " + nodeRequest.cores() + " cores");
            }
            held.add(new PilotGraph.Held(pilot, node, reports.coresOfSockets(pilot, node)));
        }
        ProvisionResult.Provisioned brought = PilotGraph.of(nodeRequest, held);
        int vertices = brought.subgraph().vertices().size();
        if (vertices > request.maxVertices()) {
            throw new Unmet("the grant would have " + vertices + " vertices, but at most " + request.maxVertices()
                    + " are accepted");
        }
        return brought;
    }

    @Override
    public CompletionStage<Void> release(String requestId, List<Handle> handles) {
        try {
            if (handles.isEmpty()) {
                waitForTheCall(requestId);
                reports.forget(ends.endWhateverComes(requestId));
            } else {
                // Handles are accepted only for this request's pilots.
                List<String> wanted = handles.stream().map(Handle::value).toList();
                List<String> ids = slurm.pilots(requestId).stream()
                        .map(Pilot::id)
                        .filter(wanted::contains)
                        .toList();
                ends.endAll(ids);
                reports.forget(wanted.stream().filter(Pilot::isId).toList());
            }
            // The remaining resources differ from the original ones.
            answers.forget(requestId);
            if (settings.reserves() && slurm.pilots(requestId).isEmpty()) {
                reservations.drop(requestId);
            }
            return CompletableFuture.completedStage(null);
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.failedStage(e);
        }
    }

    private void waitForTheCall(String requestId) {
        PilotWait arrival = arriving.get(requestId);
        if (arrival != null) {
            arrival.cancel();
            answers.await(requestId);
        }
    }

    @Override
    public CompletionStage<Estimate> estimate(Jobspec jobspec) {
        try {
            return CompletableFuture.completedStage(
                    slurm.test(SlurmNodeRequest.of(jobspec).atMost(settings.mostNodes())));
        } catch (Unmet e) {
            return CompletableFuture.completedStage(new Estimate.Impossible(e.reason()));
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public CompletionStage<Inventory> inventory() {
        try {
            List<Inventory.Holding> holdings = slurm.pilots().stream()
                    .flatMap(pilot -> pilot.label().map(label -> holding(pilot, label)).stream())
                    .toList();
            return CompletableFuture.completedStage(new Inventory.Listed(holdings));
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private Inventory.Holding holding(Pilot pilot, Label label) {
        return new Inventory.Holding(
                label.request(),
                pilot.id(),
                label.user(),
                Optional.empty(),
                pilot.isUsable(),
                pilot.left()
                        .filter(left -> pilot.isRunning())
                        .map(left -> clock.instant().plus(left).minus(settings.margin())));
    }

    @Override
    public void close() {
        arriving.values().forEach(PilotWait::cancel);
    }
}
