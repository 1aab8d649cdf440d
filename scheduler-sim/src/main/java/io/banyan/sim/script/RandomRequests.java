package io.banyan.sim.script;

import io.banyan.graph.Subgraph;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.Inspection;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rset.IdSet;
import io.banyan.schedule.GivenPart;
import io.banyan.sim.world.Node;
import io.banyan.sim.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** A source of random client requests, one at a time. A new kind of request is a new line in {@link #next}. */
final class RandomRequests {
    /** How many levels a tree has at most. */
    static final int MOST_LEVELS = 6;

    /** How many instances a tree has at most. */
    static final int MOST_INSTANCES = 40;

    private static final RequestPart CORE = RequestPart.of(1, "core");
    private static final RequestPart SOCKET = RequestPart.of(1, "socket", RequestPart.of(2, "core"));
    private static final RequestPart NODE =
            RequestPart.of(1, "node", RequestPart.of(2, "socket", RequestPart.of(2, "core")));
    private static final List<List<RequestPart>> SHAPES = List.of(
            List.of(RequestPart.of(1, "slot", NODE)),
            List.of(RequestPart.of(2, "slot", NODE)),
            List.of(RequestPart.of(1, "slot", SOCKET)),
            List.of(RequestPart.of(1, "node", RequestPart.of(1, "slot", CORE))),
            List.of(RequestPart.of(3, "slot", CORE)),
            List.of(RequestPart.of(1, "slot", CORE)),
            List.of(RequestPart.of(1, "slot", RequestPart.of(1, "node", CORE)), RequestPart.of(2, "licence")),
            List.of(RequestPart.ofRange(1, 2, "licence")),
            List.of(RequestPart.ofRange(1, 4, "core")),
            List.of(RequestPart.ofRange(3, 5, "slot", CORE)),
            List.of(RequestPart.of(1, "cluster", RequestPart.ofRange(2, 4, "slot", SOCKET))),
            List.of(RequestPart.of(
                    1, "slot", RequestPart.ofRange(3, 6, "core"), RequestPart.ofRange(2, 3, "licence"))));

    private static final List<UseRule> RULES = List.of(UseRule.values());

    /** The resources of a spawned instance, by level. */
    private static final List<List<RequestPart>> ROOMS = List.of(
            List.of(RequestPart.of(4, "slot", NODE)),
            List.of(RequestPart.of(2, "slot", NODE)),
            List.of(RequestPart.of(1, "slot", NODE)),
            List.of(RequestPart.of(1, "slot", SOCKET)),
            List.of(RequestPart.of(2, "slot", CORE)),
            List.of(RequestPart.of(1, "slot", CORE)));

    /** A request that depends on the instance it is sent to; empty if it makes no sense by the time it is sent. */
    interface Wish {
        Optional<Request> of(Node node);
    }

    /** A request and its description. */
    record Asked(String text, Wish wish) {}

    private final SplittableRandom random;
    private final Subgraph graph;
    /** How many instances this tree is to have, as far as there is room. */
    private final int wanted;
    /** The ids of the grows that were asked for. */
    private final List<String> grows = new ArrayList<>();
    /** The grows and shrinks that were asked of each instance, to be asked again. */
    private final Map<String, List<Asked>> earlier = new HashMap<>();

    private int jobs;
    private int children;
    private int ids;

    RandomRequests(SplittableRandom random, Subgraph graph) {
        this.random = random;
        this.graph = graph;
        this.wanted = 2 + random.nextInt(MOST_INSTANCES - 1);
    }

    /** Something for this instance, whose process runs. */
    Asked next(World world, Node node) {
        if (world.nodes().size() < wanted && random.nextInt(3) == 0) {
            return spawn(world, node);
        }
        int kind = random.nextInt(100);
        if (kind < 30) {
            return match();
        }
        if (kind < 36) {
            return spawn(world, node);
        }
        if (kind < 56) {
            return grow(node);
        }
        if (kind < 71) {
            return shrink(node);
        }
        if (kind < 75) {
            return reclaim(node);
        }
        if (kind < 80) {
            return cancel(node);
        }
        if (kind < 82) {
            return limit(node);
        }
        if (kind < 86) {
            return partialCancel(node);
        }
        if (kind < 90) {
            return edit();
        }
        if (kind < 96) {
            List<Asked> before = earlier.getOrDefault(node.label(), List.of());
            return before.isEmpty() ? match() : oneOf(before);
        }
        return random.nextInt(8) > 0 ? look() : stop(node);
    }

    private static Asked fixed(String text, Request request) {
        return new Asked(text, node -> Optional.of(request));
    }

    private <T> T oneOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Asked match() {
        List<RequestPart> shape = oneOf(SHAPES);
        MatchOperation operation =
                random.nextInt(3) > 0 ? MatchOperation.ALLOCATE : MatchOperation.ALLOCATE_ORELSE_RESERVE;
        long seconds = random.nextBoolean() ? 1L + random.nextInt(6) : 0;
        String name = "j" + jobs++;
        return fixed(
                "match " + operation.label() + " " + name + " " + shape + " for " + seconds + " s",
                new JobRequest.Match(RequestPart.jobspec(shape, seconds), operation, MatchFormat.SIMPLE, name));
    }

    private Asked spawn(World world, Node node) {
        if (node.depth() + 1 >= MOST_LEVELS || world.nodes().size() >= MOST_INSTANCES) {
            return match();
        }
        int size = Math.min(node.depth() + random.nextInt(3), ROOMS.size() - 1);
        List<RequestPart> shape = random.nextInt(4) == 0 ? oneOf(SHAPES) : ROOMS.get(size);
        long seconds = random.nextInt(8) == 0 ? 5L + random.nextInt(8) : 0;
        String name = "c" + children++;
        return fixed(
                "spawn " + name + " " + shape + " for " + seconds + " s",
                new Request.Spawn(RequestPart.jobspec(shape, seconds), name, Map.of()));
    }

    private Asked grow(Node node) {
        String id = "g" + ids++;
        List<RequestPart> shape = oneOf(SHAPES);
        Optional<String> job = random.nextBoolean() ? someJob(node) : Optional.empty();
        long timeout = random.nextInt(5) == 0 ? 1L + random.nextInt(20) : 0;
        String forJob = job.map(it -> " for " + it).orElse("");
        var asked = new Asked(
                "grow " + id + forJob + " " + shape + (timeout > 0 ? " within " + timeout + " ms" : ""),
                it -> job.isEmpty()
                        ? Optional.of(new Request.Grow(id, Optional.empty(), RequestPart.jobspec(shape, 0), timeout))
                        : jobOf(it, job.get())
                                .map(found -> new Request.Grow(
                                        id, Optional.of(found), RequestPart.jobspec(shape, 0), timeout)));
        grows.add(id);
        return remembered(node, asked);
    }

    private Asked shrink(Node node) {
        String id = "s" + ids++;
        Asked asked = switch (random.nextInt(6)) {
            case 0 -> {
                Optional<String> job = someJob(node);
                boolean retain = random.nextInt(3) == 0;
                yield new Asked(
                        "shrink " + id + " of job " + job.orElse("?") + (retain ? ", retained" : ""),
                        it -> job.flatMap(name -> jobOf(it, name))
                                .map(found -> new Request.Shrink(
                                        id, new ShrinkTarget.ByJob(found), UseRule.SPARE, 0, retain)));
            }
            case 1 -> byPath(id);
            case 3 -> ruled(id, new ShrinkTarget.ByCount(amount()));
            case 4 -> ruled(id, new ShrinkTarget.ByIdle(random.nextInt(3_000)));
            case 2 -> random.nextBoolean() ? undo(id) : unreleased(id);
            default -> byGrow(id, node);
        };
        return remembered(node, asked);
    }

    private Asked unreleased(String id) {
        return fixed(
                "shrink " + id + " of unreleased resources", new Request.Shrink(id, new ShrinkTarget.Unreleased()));
    }

    /** Undoes one of the latest shrinks. Mostly no shrink has that id, or it is not waiting. */
    private Asked undo(String id) {
        String other = "s" + Math.max(0, ids - 2 - random.nextInt(20));
        return fixed("undo of shrink " + other, new Request.Shrink(id, new ShrinkTarget.Undo(other)));
    }

    /** With jobs that use it left alone, awaited or ended. */
    private Asked ruled(String id, ShrinkTarget target) {
        UseRule rule = oneOf(RULES);
        long wait = rule == UseRule.AWAIT && random.nextBoolean() ? 1L + random.nextInt(4_000) : 0;
        return fixed(
                "shrink " + id + " by " + target + " " + rule + " " + wait + " ms",
                new Request.Shrink(id, target, rule, wait, false));
    }

    private RevokeTarget.ByCounts amount() {
        String type = oneOf(List.of("node", "socket", "core"));
        return RevokeTarget.ByCounts.of(Map.of(type, 1L + random.nextInt(3)));
    }

    /** Asks a child of this instance for something. */
    private Asked reclaim(Node node) {
        String id = "r" + ids++;
        List<String> names = node.inspect().jobs().stream()
                .filter(job -> job.state().isActive() && job.isInstance())
                .map(JobRecord::name)
                .toList();
        if (names.isEmpty()) {
            return shrink(node);
        }
        String name = oneOf(names);
        RevokeTarget.ByCounts amount = amount();
        long grace = random.nextBoolean() ? random.nextInt(4_000) : 0;
        boolean force = random.nextInt(4) == 0;
        return remembered(
                node,
                new Asked(
                        "reclaim " + id + " of " + name + " " + amount + " within " + grace + " ms"
                                + (force ? " by force" : ""),
                        it -> jobOf(it, name).map(job -> new Request.Reclaim(id, job, amount, grace, force))));
    }

    private Asked byGrow(String id, Node node) {
        List<String> known = new ArrayList<>();
        if (node.inspect().isJoined()) {
            node.inspect().cameHere().forEach(came -> known.add(came.grantId()));
        }
        if (known.isEmpty() || random.nextInt(4) == 0) {
            known.addAll(grows);
        }
        String grow = known.isEmpty() ? "g0" : oneOf(known);
        return fixed("shrink " + id + " of grow " + grow, new Request.Shrink(id, new ShrinkTarget.ByGrow(grow)));
    }

    /** By number, because the results of requests depend on the omitted ones. */
    private Asked byPath(String id) {
        int number = random.nextInt(1000);
        boolean isDeeper = random.nextBoolean();
        return new Asked("shrink " + id + " of path " + number + (isDeeper ? " below" : ""), node -> {
            List<String> tops = new ArrayList<>();
            for (Inspection.Came came : node.inspect().cameHere()) {
                tops.addAll(came.tops());
            }
            if (tops.isEmpty()) {
                return Optional.empty();
            }
            String top = tops.get(number % tops.size());
            boolean isNode = top.matches(".*/node\\d+");
            return Optional.of(new Request.Shrink(
                    id, new ShrinkTarget.ByPaths(List.of(isDeeper && isNode ? top + "/socket0" : top))));
        });
    }

    private Asked cancel(Node node) {
        Optional<String> job = someJob(node);
        return new Asked(
                "cancel " + job.orElse("?"),
                it -> job.flatMap(name -> jobOf(it, name)).map(found -> new JobRequest.Cancel(found)));
    }

    /** More time for an instance, or another limit of a job. */
    private Asked limit(Node node) {
        Optional<String> job = someJob(node);
        long seconds = random.nextInt(4) == 0 ? 0 : 1L + random.nextInt(30);
        return new Asked(
                "limit " + job.orElse("?") + " to " + seconds + " s",
                it -> job.flatMap(name -> jobOf(it, name)).map(found -> new JobRequest.Limit(found, seconds)));
    }

    private Asked partialCancel(Node node) {
        Optional<String> job = someJob(node);
        int rank = random.nextInt(6);
        MatchRules rules = random.nextBoolean() ? MatchRules.BANYAN : MatchRules.FLUXION;
        return new Asked(
                "cancel " + job.orElse("?") + " at rank " + rank,
                it -> job.flatMap(name -> jobOf(it, name))
                        .map(found ->
                                new JobRequest.PartialCancel(found, new GivenPart.OfRanks(IdSet.of(rank)), rules)));
    }

    /** Adds or removes vertices as an administrator does, and reverses such changes. */
    private Asked edit() {
        int rank = random.nextInt(6);
        var target = new VertexTarget.ByRanks(IdSet.of(rank));
        return switch (random.nextInt(5)) {
            case 0 -> {
                boolean force = random.nextBoolean();
                yield fixed("remove rank " + rank + (force ? " by force" : ""), new Request.Remove(target, force));
            }
            case 1 -> fixed("attach the former resources", new Request.Attach(graph));
            case 2 -> {
                Status status = oneOf(List.of(Status.DRAINED, Status.DOWN, Status.LOST));
                yield fixed("rank " + rank + " " + status, new Request.SetStatus(target, status, "step"));
            }
            case 3 -> fixed("rank " + rank + " up", new Request.SetStatus(target, Status.UP));
            default -> {
                String key = "p" + random.nextInt(3);
                yield fixed("property " + key, new Request.SetProperty("/cluster0", key, Optional.of("x" + rank)));
            }
        };
    }

    private Asked remembered(Node node, Asked asked) {
        earlier.computeIfAbsent(node.label(), it -> new ArrayList<>()).add(asked);
        return asked;
    }

    private Asked look() {
        return switch (random.nextInt(4)) {
            case 0 -> fixed("tree", new Request.Tree());
            case 1 -> fixed("jobs", new JobRead.Jobs(random.nextBoolean()));
            case 2 -> fixed("find", new Request.Find("sched-now=free", MatchFormat.SIMPLE));
            default -> fixed("stat", new Request.Stat(random.nextBoolean()));
        };
    }

    /** The root ends seldom: with it ends everything. */
    private Asked stop(Node node) {
        return node.parent().isEmpty() && random.nextInt(10) > 0 ? look() : fixed("stop", new Request.Stop());
    }

    /** The name of a job that is active here now; seldom that of an instance, with which ends all that is below. */
    private Optional<String> someJob(Node node) {
        boolean isAny = random.nextInt(5) == 0;
        List<String> names = node.inspect().jobs().stream()
                .filter(job -> job.state().isActive() && (isAny || !job.isInstance()))
                .map(JobRecord::name)
                .toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(oneOf(names));
    }

    private static Optional<JobId> jobOf(Node node, String name) {
        return node.inspect().jobs().stream()
                .filter(job -> job.name().equals(name))
                .map(JobRecord::id)
                .findFirst();
    }
}
