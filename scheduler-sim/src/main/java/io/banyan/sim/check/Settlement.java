package io.banyan.sim.check;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.Inspection;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.sim.world.Node;
import io.banyan.sim.world.Violation;
import io.banyan.sim.world.World;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The end: nothing goes wrong any more, everything settles, no request is stuck; and when all jobs are cancelled, level
 * by level, every level is as it was at the start.
 */
public final class Settlement {
    /** A job that ends so late was given no time limit. */
    private static final long ENDLESS_SEC = 500_000;

    private static final long PIECE_MILLIS = 2_000;
    private static final int LEAST_PIECES = 5;
    private static final int MOST_PIECES = 60;

    private final World world;
    private final Subgraph graph;
    private int asked;

    /** Creates the check of a world whose root began with the given graph. */
    public Settlement(World world, Subgraph graph) {
        this.world = world;
        this.graph = graph;
    }

    /** Throws a {@link Violation} where something does not settle. */
    public void run() {
        settle();
        requireAgreement();
        TreeCheck.whole(world);
        releaseAll();
        standUp();
        List<Node> bottomUp = world.nodes().stream()
                .sorted(Comparator.comparingInt(Node::depth).reversed())
                .toList();
        bottomUp.forEach(this::empty);
        requireStart();
    }

    private void settle() {
        String waiting = "";
        long mostPieces = MOST_PIECES + Math.ceilDiv(furthestClockMillis(), PIECE_MILLIS);
        for (int i = 0; i < mostPieces && (i < LEAST_PIECES || !waiting.isEmpty()); i++) {
            // Again and again, since one that was being stopped may end only now.
            world.heal();
            world.nodes().forEach(Settlement::look);
            world.runUntil(world.nowMillis() + PIECE_MILLIS, Long.MAX_VALUE);
            endAwaitedJobs();
            waiting = waiting();
        }
        if (!waiting.isEmpty()) {
            throw new Violation("The simulation does not settle: " + waiting);
        }
    }

    /** A clock that is corrected goes back by so much, and jobs that began before end that much later. */
    private long furthestClockMillis() {
        return world.nodes().stream()
                .mapToLong(Node::clockAheadMillis)
                .filter(ahead -> ahead > 0)
                .max()
                .orElse(0);
    }

    /** A job without a time limit that a wait without a time limit needs ends only by a request. */
    private void endAwaitedJobs() {
        List<Node> awaiting = world.nodes().stream()
                .filter(Node::isUp)
                .filter(node -> node.inspect().isJoined() && node.inspect().awaitsJobs())
                .toList();
        for (Node node : awaiting) {
            for (JobRecord job : node.inspect().jobs()) {
                if (job.state().isActive() && !job.isInstance()) {
                    world.ask(node, new JobRequest.Cancel(job.id()));
                }
            }
        }
    }

    /** Names the first instance that is not at rest and why; the text is empty if there is none. */
    private String waiting() {
        for (Node node : world.nodes()) {
            if (!node.isUp()) {
                return node + " does not run";
            }
            Inspection instance = node.inspect();
            if (!instance.isJoined()) {
                return node + " has no resources yet";
            }
            if (node.instance().isStopping()) {
                return node + " has not stopped yet";
            }
            if (!node.calls().isEmpty()) {
                return node + " has not answered " + node.calls();
            }
            if (instance.pendingReturns() > 0) {
                return "a return of " + node + " is not complete";
            }
            if (instance.pendingRevokes() > 0) {
                return node + " has reclaimed resources from instances, and the grace period has not ended";
            }
            if (instance.awaitsJobs()) {
                return node + " still waits for jobs to end";
            }
            if (instance.provisions() > 0) {
                return "a provider of " + node + " has not answered";
            }
            if (instance.jobs().stream().anyMatch(Settlement::willEnd)) {
                return node + " has jobs whose time limit has not ended";
            }
        }
        return "";
    }

    /** Whether the time of a job is limited, and not over. */
    private static boolean willEnd(JobRecord job) {
        return job.state().isActive() && job.window().endSec() < ENDLESS_SEC;
    }

    private Answer ask(Node node, Request request) {
        String call = world.ask(node, request);
        long end = world.nowMillis() + MOST_PIECES * PIECE_MILLIS;
        while (world.answer(call).isEmpty() && world.nowMillis() < end) {
            world.runUntil(world.nowMillis() + 10, Long.MAX_VALUE);
        }
        return world.answer(call).orElseThrow(() -> new Violation(node + " has not answered " + request));
    }

    private Statistics statistics(Node node) {
        return ((Answer.Stat) ask(node, new Request.Stat())).statistics();
    }

    /** Checks that the resources each parent granted to a child are those that the child received. */
    private void requireAgreement() {
        for (Node node : world.nodes()) {
            if (statistics(node).pendingGrows() > 0) {
                throw new Violation(node + " has waiting grows, although there has been no request for a long time");
            }
            if (node.parent().isPresent()) {
                TreeSet<String> got = new TreeSet<>();
                for (Inspection.Came came : node.inspect().cameHere()) {
                    if (came.arrival() == GrowRoute.PARENT) {
                        got.addAll(came.tops());
                    }
                }
                TreeSet<String> granted =
                        new TreeSet<>(node.parent().get().inspect().grantedTo(node.job()));
                if (!got.equals(granted)) {
                    throw new Violation(
                            node + " got " + got + ", and " + node.parent().get() + " granted " + granted + " to it");
                }
            }
        }
    }

    /** Releases everything that the providers refused to take back while they failed. */
    private void releaseAll() {
        for (Node node : List.copyOf(world.nodes())) {
            Answer answer = ask(node, new Request.Shrink(id(), new ShrinkTarget.Unreleased()));
            List<Unreleased> unreleased = statistics(node).unreleased();
            if (!unreleased.isEmpty()) {
                throw new Violation(node + " reports that its providers have not taken everything back: " + unreleased
                        + "; it answered " + answer);
            }
        }
    }

    /**
     * Sets all vertices up again, from the top down, so that each instance with a vertex from above receives the
     * status.
     */
    private void standUp() {
        for (Node node : List.copyOf(world.nodes())) {
            if (!node.isUp()) {
                throw new Violation(node + " is no longer running: " + whyNot(node));
            }
            node.inspect().notUp().forEach(path -> ask(node, new Request.SetStatus(path, Status.UP)));
            world.runUntil(world.nowMillis() + PIECE_MILLIS / 10, Long.MAX_VALUE);
        }
    }

    /** Returns the record of the node's job at the nearest running ancestor. */
    private static String whyNot(Node node) {
        Optional<Node> above = node.parent();
        return above.isEmpty()
                ? "this instance is the root"
                : above.get().isUp()
                        ? above.get() + " says " + above.get().inspect().job(node.job())
                        : whyNot(above.get());
    }

    private String id() {
        return "end" + asked++;
    }

    /** Everything at this level ends: all of its own is free then. Nothing runs below any more. */
    private void empty(Node node) {
        for (JobRecord job : node.inspect().jobs()) {
            if (job.state().isActive()) {
                Answer answer = ask(node, new JobRequest.Cancel(job.id()));
                if (!(answer instanceof JobAnswer.Cancelled) && !endsLater(node, job.id())) {
                    throw new Violation("job " + job.id() + " of " + node + " is not cancelled: " + answer);
                }
            }
        }
        node.inspect().cameHere().stream().filter(Settlement::isGrown).forEach(came -> giveBack(node, came.grantId()));
        lookOut(node);
        node.clouds().byName().forEach((provider, cloud) -> {
            if (!cloud.open().isEmpty()) {
                throw new Violation(node + " has no resources left from its provider " + provider
                        + ", but the provider still lists " + cloud.open());
            }
        });
        for (Map.Entry<String, Amount> amount : statistics(node).amounts().entrySet()) {
            if (amount.getValue().free() != amount.getValue().total()) {
                throw new Violation("of " + amount.getKey() + " at " + node + ", where no job is left, "
                        + amount.getValue().free() + " of " + amount.getValue().total() + " are free");
            }
        }
    }

    private static boolean isGrown(Inspection.Came came) {
        return came.arrival() == GrowRoute.PROVIDER
                || (came.arrival() == GrowRoute.PARENT && !came.grantId().equals(Parcel.SPAWN));
    }

    /**
     * Shrinks a grow. A grow that was idle for too long may already be going back by itself; its return is awaited
     * first.
     */
    private void giveBack(Node node, String growId) {
        boolean goesByItself = node.inspect().cameHere().stream()
                .noneMatch(came -> came.grantId().equals(growId));
        if (goesByItself) {
            long end = world.nowMillis() + PIECE_MILLIS;
            while (node.inspect().pendingReturns() > 0 && world.nowMillis() < end) {
                world.runUntil(world.nowMillis() + 10, Long.MAX_VALUE);
            }
        }
        Answer answer = ask(node, new Request.Shrink(id(), new ShrinkTarget.ByGrow(growId)));
        if (!(answer instanceof Answer.Shrunk)) {
            throw new Violation("grow " + growId + " of " + node + " is not returned: " + answer);
        }
    }

    /** Whether an instance's job whose first fence failed ends when the fence is repeated. */
    private boolean endsLater(Node node, JobId job) {
        for (int i = 0; i < MOST_PIECES && isActive(node, job); i++) {
            world.runUntil(world.nowMillis() + PIECE_MILLIS, Long.MAX_VALUE);
        }
        return !isActive(node, job);
    }

    private static boolean isActive(Node node, JobId job) {
        return node.inspect().job(job).filter(it -> it.state().isActive()).isPresent();
    }

    /** Finds resources that a provider has and no instance knows of, and gives them back. */
    private void lookOut(Node node) {
        if (!node.clouds().byName().isEmpty()) {
            look(node);
            world.runUntil(world.nowMillis() + PIECE_MILLIS / 10, Long.MAX_VALUE);
        }
    }

    private static void look(Node node) {
        node.clouds().byName().keySet().forEach(node.clouds()::look);
    }

    private void requireStart() {
        if (world.nodes().size() > 1) {
            throw new Violation("all jobs were cancelled, but there is still "
                    + world.nodes().getLast());
        }
        if (!world.indebted().isEmpty()) {
            throw new Violation("their jobs have ended, but their providers have not taken back the resources: "
                    + world.indebted());
        }
        Node root = world.root();
        ask(root, new Request.Attach(graph));
        TreeSet<String> was = new TreeSet<>();
        graph.vertices().stream().map(SubgraphVertex::path).forEach(was::add);
        TreeSet<String> is = new TreeSet<>();
        var now = root.inspect().graph();
        for (int v = 0; v < now.vertexBound(); v++) {
            if (now.contains(v)) {
                is.add(now.path(v));
            }
        }
        if (!is.equals(was)) {
            TreeSet<String> more = new TreeSet<>(is);
            more.removeAll(was);
            was.removeAll(is);
            throw new Violation(
                    "compared with its initial resources, the root has in addition " + more + " and lacks " + was);
        }
        Optional<Map.Entry<String, Amount>> used = statistics(root).amounts().entrySet().stream()
                .filter(amount -> amount.getValue().free() != amount.getValue().total())
                .findFirst();
        if (used.isPresent()) {
            throw new Violation("no job is left, but not all resources are free: " + used.get());
        }
    }
}
