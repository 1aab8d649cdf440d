package io.banyan.bench.chaos;

import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.Grant;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.client.ShrinkOutcome;
import io.banyan.rpc.wire.Failure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A job of a leaf that grows and shrinks until it is stopped, and records the answers. */
final class Storm implements Runnable {
    private static final long GROW_MILLIS = 4_000;
    private static final int MOST_HELD = 3;

    private final ChaosLevel leaf;
    private final JobId job;
    private final Jobspec jobspec;
    private final RandomGenerator random;
    private final String prefix;
    /** The grants by the id of the grow; empty for a grow without an answer. */
    private final Map<String, Optional<Grant>> held = new LinkedHashMap<>();
    /** Grows whose return was asked for and not confirmed. */
    private final List<String> returning = new ArrayList<>();

    private volatile boolean goesOn = true;
    private int ids;
    private int acknowledged;
    private int unanswered;
    private String problem = "";

    Storm(ChaosLevel leaf, JobId job, Jobspec jobspec, String prefix, RandomGenerator random) {
        this.leaf = leaf;
        this.job = job;
        this.jobspec = jobspec;
        this.prefix = prefix;
        this.random = random;
    }

    /** No further one begins. */
    void end() {
        goesOn = false;
    }

    /** An impossible answer of the daemon; empty if there was none. */
    String problem() {
        return problem;
    }

    int acknowledged() {
        return acknowledged;
    }

    int unanswered() {
        return unanswered;
    }

    /** The paths of the granted nodes whose return has not begun. */
    Collection<String> nodes() {
        return held.values().stream()
                .flatMap(Optional::stream)
                .flatMap(grant -> nodes(grant).stream())
                .toList();
    }

    private static List<String> nodes(Grant grant) {
        return grant.subgraph().vertices().stream()
                .filter(vertex -> vertex.exclusive() && vertex.type().name().equals("node"))
                .map(SubgraphVertex::path)
                .toList();
    }

    @Override
    public void run() {
        try (BanyanClient client = leaf.client()) {
            while (goesOn) {
                if (held.size() < MOST_HELD && random.nextBoolean()) {
                    grow(client, prefix + ids++);
                } else if (!held.isEmpty()) {
                    shrink(client, List.copyOf(held.keySet()).get(random.nextInt(held.size())));
                }
            }
        } catch (ClientException e) {
            problem = leaf.path() + ": " + e.getMessage();
        } catch (RuntimeException e) {
            // A storm that breaks would be taken for one that has nothing to complain of.
            problem = leaf.path() + " broke: " + e;
        }
    }

    private void grow(BanyanClient client, String id) throws ClientException {
        Optional<Grant> before = held.getOrDefault(id, Optional.empty());
        held.put(id, before);
        switch (client.grow(new Request.Grow(id, Optional.of(job), jobspec, GROW_MILLIS))) {
            case RequestOutcome.Done<Growth> done -> {
                Grant grant = done.answer().grown().grant();
                if (before.isPresent() && !before.get().equals(grant)) {
                    throw new IllegalStateException("grow " + id + " brought something else when it was repeated");
                }
                held.put(id, Optional.of(grant));
                acknowledged++;
            }
            case RequestOutcome.Refused<Growth> no -> {
                // The instance returns a grant that still arrives.
                held.remove(id);
                unanswered++;
            }
        }
    }

    private void shrink(BanyanClient client, String id) throws ClientException {
        Optional<Grant> grant = held.remove(id);
        returning.add(id);
        try {
            switch (client.shrink(new Request.Shrink("back-" + id, new ShrinkTarget.ByGrow(id)))) {
                case ShrinkOutcome.Done done -> {
                    returning.remove(id);
                    acknowledged++;
                }
                case ShrinkOutcome.InUse use -> throw new IllegalStateException(grant + " is in use: " + use);
            }
        } catch (ClientException waits) {
            if (waits.failure() != Failure.DEADLINE) {
                throw waits;
            }
            // The way up is cut; it is on its way, and asked for again when all is over.
            unanswered++;
        }
    }

    /** Gives everything back, and waits until it is free above. */
    void giveBack() throws ClientException {
        try (BanyanClient client = leaf.client()) {
            returning.addAll(held.keySet());
            held.clear();
            for (String id : returning) {
                client.shrink(new Request.Shrink("back-" + id, new ShrinkTarget.ByGrow(id)));
            }
            returning.clear();
        }
    }
}
