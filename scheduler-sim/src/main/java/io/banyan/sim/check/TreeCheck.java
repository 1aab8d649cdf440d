package io.banyan.sim.check;

import io.banyan.instance.Inspection;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.provider.Handle;
import io.banyan.resource.JobId;
import io.banyan.sim.world.Node;
import io.banyan.sim.world.Violation;
import io.banyan.sim.world.World;
import io.banyan.sim.world.WorldWatcher;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The checker of the invariants of a tree: of an instance and its neighbours after each of its decisions, and of the
 * whole tree at intervals.
 */
public final class TreeCheck implements WorldWatcher {
    /** The default number of events between two checks of the whole tree. */
    public static final int WHOLE_EVERY = 100;

    private final int wholeEvery;

    /** A check that looks at the whole tree every so many events. */
    public TreeCheck(int wholeEvery) {
        this.wholeEvery = wholeEvery;
    }

    @Override
    public void decided(World world, Node node, List<Transaction> transactions) {
        if (transactions.stream().flatMap(it -> it.decisions().stream()).noneMatch(TreeCheck::movesResources)) {
            return;
        }
        requireSound(node);
        node.parent().ifPresent(parent -> Inclusion.check(parent, node));
        for (Node other : world.nodes()) {
            if (other.parent().equals(Optional.of(node))) {
                Inclusion.check(node, other);
                if (other.isUp()) {
                    requireJob(other);
                }
            }
        }
    }

    /**
     * Whether a decision changes the resources or their holders. Changes by other decisions are checked with the whole
     * tree.
     */
    private static boolean movesResources(Decision decision) {
        return switch (decision) {
            case JobDecision.JobStopping it -> false;
            case GrowDecision.ProvisionAsked it -> false;
            case GrowDecision.ProvisionRefused it -> false;
            case ReturnDecision.Freed it -> false;
            case ReturnDecision.ShrinkBegun it -> false;
            case LevelDecision.ChildChanged it -> false;
            case LevelDecision.Leaving it -> false;
            case Decision it -> true;
        };
    }

    @Override
    public void stepped(World world, long steps) {
        if (steps % wholeEvery == 0) {
            whole(world);
        }
    }

    /** The whole tree. */
    static void whole(World world) {
        for (Node node : world.nodes()) {
            if (node.isUp()) {
                requireSound(node);
                requireJob(node);
                node.parent().ifPresent(parent -> Inclusion.check(parent, node));
                if (node.inspect().isJoined()) {
                    Holders.checkHolds(node);
                    requireProvided(node);
                }
            }
        }
        Holders.checkFree(world.nodes());
    }

    /** An instance's job ends after its processes, and not before. */
    private static void requireJob(Node node) {
        Optional<Node> parent =
                node.parent().filter(Node::isUp).filter(it -> it.inspect().isJoined());
        if (parent.isPresent()
                && parent.get()
                        .inspect()
                        .job(node.job())
                        .filter(job -> job.state().isActive())
                        .isEmpty()) {
            throw new Violation(node + " runs, but its job at " + parent.get() + " has ended");
        }
    }

    private static void requireSound(Node node) {
        try {
            node.instance().checkInvariants();
        } catch (RuntimeException | AssertionError e) {
            throw new Violation(node + " is inconsistent: " + e.getMessage(), e);
        }
    }

    /** Checks that the provider has not taken back resources that are still in a graph. */
    private static void requireProvided(Node node) {
        for (Inspection.Came came : node.inspect().cameHere()) {
            Set<String> left = came.provider()
                    .map(provider -> node.clouds().get(provider).left(came.grantId()))
                    .orElse(Set.of());
            if (came.arrival() == GrowRoute.PROVIDER
                    && !came.handles().stream().map(Handle::value).allMatch(left::contains)) {
                throw new Violation(node + " has " + came.tops() + " of grow " + came.grantId() + " with "
                        + came.handles() + ", which its provider reports as taken back");
            }
        }
    }

    /** Checks that everything an instance acknowledged before its restart still exists. */
    @Override
    public void restarted(World world, Node node) {
        Inspection instance = node.inspect();
        for (JobId job : node.acknowledged().jobs()) {
            require(instance.job(job).isPresent(), node, "job " + job);
        }
        for (String grow : node.acknowledged().grows()) {
            require(instance.remembersGrow(grow), node, "the resources of grow " + grow);
        }
        for (Map.Entry<JobId, Set<String>> grants : node.acknowledged().grants().entrySet()) {
            Optional<JobRecord> child = instance.job(grants.getKey());
            if (child.filter(job -> job.state().isActive()).isPresent()) {
                for (String grant : grants.getValue()) {
                    require(
                            instance.remembersGrant(grants.getKey(), grant),
                            node,
                            "grant " + grant + " to instance " + grants.getKey());
                }
            }
        }
    }

    private static void require(boolean isThere, Node node, String what) {
        if (!isThere) {
            throw new Violation(node + " has forgotten " + what + ", which it had reported to others");
        }
    }
}
