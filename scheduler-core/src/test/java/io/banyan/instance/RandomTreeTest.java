package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.TreeHarness.Member;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.Fingerprint;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.rset.IdSet;
import io.banyan.schedule.GivenPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Random clients on a tree of instances whose messages are lost, repeated, late and out of order. The harness checks
 * every instance and every pair of parent and child after every event; at the end, with the faults off, everything
 * settles and is as at the start.
 */
@Execution(ExecutionMode.CONCURRENT)
class RandomTreeTest {
    private static final String GRAPH = "cluster { 2 rack { 4 node { 2 socket { 2 core } } }, licence:9/1 }";
    private static final InstanceLimits QUICK =
            new InstanceLimits(32, 1024, 1000, 10_000, 3_000, 3_000, 1_000, 100, 3_000, 2_000);
    private static final Elasticity ELASTIC = Elasticity.of("elastic", new ResourceType("core"), 1, 700);
    private static final List<String> SLOTS = List.of(
            "1 slot { 1 node { 2 socket { 2 core } } }",
            "1 slot { 1 socket { 2 core } }",
            "1 slot { 1 core }",
            "1 slot { 3 core }");
    private static final List<UseRule> RULES =
            List.of(UseRule.SPARE, UseRule.SPARE, UseRule.SPARE, UseRule.AWAIT, UseRule.AWAIT, UseRule.CANCEL);
    private static final List<String> SHAPES = List.of(
            "1 slot { 1 node { 2 socket { 2 core } } }",
            "2 slot { 1 node { 2 socket { 2 core } } }",
            "1 slot { 1 socket { 2 core } }",
            "1 node { 1 slot { 1 core } }",
            "3 slot { 1 core }",
            "2-3 slot { 1 node { 2 socket { 2 core } } }",
            "3-5 slot { 1 core }",
            "1 slot { 1 node { 1 core } }, 2 licence",
            "1-2 licence");

    @Test
    void nothingIsLostOrBookedTwiceWhenMessagesBreak() {
        for (long seed = 1; seed <= 40; seed++) {
            run(seed, 0.08, false, 120);
        }
    }

    @Test
    void nothingIsLostOrBookedTwiceWhenAllIsWell() {
        for (long seed = 1; seed <= 15; seed++) {
            run(seed, 0, false, 150);
        }
    }

    @Test
    void nothingIsLostOrBookedTwiceWhenInstancesRestartFromTheirJournals() {
        for (long seed = 1; seed <= 40; seed++) {
            run(seed, 0.05, true, 120);
        }
    }

    @Test
    void replayOfTheDecisionsLeadsToTheSameState() {
        for (long seed = 1; seed <= 20; seed++) {
            Run run = run(seed, 0.05, false, 80);
            for (Member member : run.tree.living()) {
                assertThat(Fingerprint.of(replayed(member).state()))
                        .as("seed %d, %s", seed, member.path)
                        .isEqualTo(Fingerprint.of(member.instance.state()));
            }
        }
    }

    @Test
    void whatAShorterJournalLeavesOutIsNotMissed() {
        int remembered = 4;
        for (long seed = 1; seed <= 30; seed++) {
            Run run = run(seed, 0, false, 150, remembering(remembered));
            for (Member member : run.tree.living()) {
                assertThat(Fingerprint.of(shortened(member, new JournalCompaction(remembered))))
                        .as("seed %d, %s", seed, member.path)
                        .isEqualTo(Fingerprint.of(member.instance.state()));
            }
        }
    }

    @Test
    void aJournalThatForgetsGrowsAtOnceLeadsToTheSameResourcesAndJobs() {
        int remembered = 4;
        long leftOut = 0;
        long noted = 0;
        for (long seed = 1; seed <= 24; seed++) {
            Run run = run(seed, seed % 2 == 0 ? 0.05 : 0, false, 150, remembering(remembered));
            for (Member member : run.tree.living()) {
                var compaction = new JournalCompaction(remembered, -1);
                assertThat(Fingerprint.withoutMemories(shortened(member, compaction)))
                        .as("seed %d, %s", seed, member.path)
                        .isEqualTo(Fingerprint.withoutMemories(member.instance.state()));
                leftOut += compaction.leftOut();
                noted += member.journal.size();
            }
        }
        assertThat(leftOut).as("of %d decisions", noted).isGreaterThan(noted / 4);
    }

    private static InstanceState shortened(Member member, JournalCompaction compaction) {
        List<Transaction> all = transactions(member);
        all.forEach(compaction::note);
        Instance fresh = fresh(member);
        for (Transaction transaction : all) {
            compaction.left(transaction).ifPresent(left -> replay(fresh, left));
        }
        fresh.checkInvariants();
        return fresh.state();
    }

    private static InstanceLimits remembering(int endedJobs) {
        return new InstanceLimits(32, 1024, 1000, endedJobs, 3_000, 3_000, 1_000, 100, 3_000, 2_000);
    }

    /** The appends of one moment are taken for one transaction, which is all the same to a replay. */
    private static List<Transaction> transactions(Member member) {
        Map<Long, List<Decision>> byTime = new LinkedHashMap<>();
        member.journal.forEach(append -> byTime.computeIfAbsent(append.atMillis(), at -> new ArrayList<>())
                .add(append.decision()));
        return byTime.entrySet().stream()
                .map(entry -> new Transaction(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static void replay(Instance instance, Transaction transaction) {
        transaction.decisions().forEach(decision -> instance.replay(decision, transaction.atMillis()));
    }

    private static Run run(long seed, double faultRate, boolean crashes, int steps) {
        return run(seed, faultRate, crashes, steps, QUICK);
    }

    private static Run run(long seed, double faultRate, boolean crashes, int steps, InstanceLimits limits) {
        try {
            Run run = new Run(seed, faultRate, crashes, limits);
            run.go(steps);
            return run;
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ", faults " + faultRate + ", crashes " + crashes, e);
        }
    }

    private static Instance fresh(Member member) {
        return member.parent.isPresent()
                ? Instance.child(member.instance.config())
                : Instance.root(member.instance.config(), Graphs.graph(GRAPH), Graphs.HORIZON);
    }

    private static Instance replayed(Member member) {
        Instance fresh = fresh(member);
        member.journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        fresh.checkInvariants();
        return fresh;
    }

    /** One tree, one seed. */
    private static final class Run {
        private final TreeHarness tree;
        private final Random random;
        private final double faultRate;
        private final long seed;
        private final boolean crashes;
        /** The calls that must be answered, each with the instance that was asked. */
        private final Map<String, Member> calls = new LinkedHashMap<>();

        private final Map<String, String> grows = new LinkedHashMap<>();
        private int ids;

        Run(long seed, double faultRate, boolean crashes, InstanceLimits limits) {
            this.crashes = crashes;
            this.seed = seed;
            this.faultRate = faultRate;
            this.random = new Random(seed);
            this.tree = TreeHarness.over(GRAPH, plain -> {
                boolean provides = plain.parentJob().isEmpty() || plain.name().endsWith("3");
                InstanceConfig config = plain.within(limits).rescaling(ELASTIC);
                return provides ? config.asking(GrowOrder.PARENT_FIRST, List.of("lab", "ec2")) : config;
            });
            tree.provide("lab", Clouds.wayward(seed));
            tree.provide("ec2", Clouds.of(1));
        }

        void go(int steps) {
            tree.breakMessages(seed, faultRate);
            for (int i = 0; i < steps; i++) {
                List<Member> living = tree.living();
                Member member = living.get(random.nextInt(living.size()));
                act(member);
                tree.runFor(random.nextInt(60));
            }
            tree.breakMessages(seed, 0);
            tree.failReleases("");
            tree.runFor(20_000);
            calls.forEach((call, asked) -> assertThat(
                            crashes || !asked.isAlive || tree.answerTo(call).isPresent())
                    .as("%s of %s", call, asked.path)
                    .isTrue());
            parentsAndChildrenAgree();
            everythingIsReleasedInTheEnd();
            settlesToTheStart();
        }

        /**
         * Requires that providers take back, once they are asked again, what they did not take back while they were
         * down.
         */
        private void everythingIsReleasedInTheEnd() {
            for (Member member : tree.living()) {
                tree.shrink(member.path, "last of all " + member.path, new ShrinkTarget.Unreleased());
                assertThat(tree.stat(member.path).unreleased()).as(member.path).isEmpty();
            }
        }

        /** Requires that what a parent says its child holds is what the child says it got. */
        private void parentsAndChildrenAgree() {
            for (Member child : tree.living()) {
                if (child.parent.isEmpty()) {
                    continue;
                }
                List<String> held = child.instance.state().origins().all().stream()
                        .filter(origin -> origin.arrival() == GrowRoute.PARENT)
                        .flatMap(origin -> origin.tops().stream())
                        .sorted()
                        .toList();
                List<String> granted = child.parent.get().instance.state().childGrants().tops(child.job()).stream()
                        .sorted()
                        .toList();
                assertThat(held).as(child.path).isEqualTo(granted);
            }
        }

        private void act(Member member) {
            String path = member.path;
            switch (random.nextInt(27)) {
                case 0, 1 -> calls.put(tree.send(path, match()), tree.member(path));
                case 2 -> {
                    if (path.length() < 8) {
                        String shape = SHAPES.get(random.nextInt(SHAPES.size()));
                        tree.send(path, new Request.Spawn(Jobs.jobspec(shape), "c" + random.nextInt(5), Map.of()));
                    }
                }
                case 3, 4, 5 -> grow(path);
                case 6, 7, 8 -> shrink(path);
                case 9 -> tree.send(path, new JobRequest.Cancel(new JobId(1 + random.nextInt(5))));
                case 10 -> repeatAGrow();
                case 11 -> {
                    if (crashes) {
                        tree.restart(path, fresh(member));
                    }
                }
                case 12 -> {
                    if (faultRate > 0 && random.nextInt(4) == 0) {
                        tree.freeze(path);
                        tree.runFor(random.nextInt(6_000));
                        tree.thaw(path);
                    }
                }
                case 13 -> tree.send(path, partialCancel());
                case 14 -> tree.send(path, edit());
                case 15 -> tree.failReleases(random.nextBoolean() ? "the API is down" : "");
                case 17, 18 -> reclaim(path);
                case 21, 22 -> spawnMalleable(path);
                case 23, 24, 25 -> propose(member);
                case 26 -> tree.send(path, submit());
                case 16 -> tree.send(path, new Request.Shrink("again" + ids++, new ShrinkTarget.Unreleased()));
                default -> {
                    if (faultRate > 0 && member.parent.isPresent() && member.isLinked) {
                        tree.cut(path, 1 + random.nextInt(100));
                    }
                }
            }
        }

        private Request match() {
            String shape = SHAPES.get(random.nextInt(SHAPES.size()));
            MatchOperation operation =
                    random.nextBoolean() ? MatchOperation.ALLOCATE : MatchOperation.ALLOCATE_ORELSE_RESERVE;
            String duration = random.nextBoolean() ? " for " + (1 + random.nextInt(5)) : "";
            return new JobRequest.Match(Jobs.jobspec(shape + duration), operation, MatchFormat.SIMPLE, "");
        }

        private void spawnMalleable(String path) {
            if (path.length() < 8) {
                String slot = SLOTS.get(random.nextInt(SLOTS.size()));
                Map<String, Object> malleable = Map.of("min", 1 + random.nextInt(2), "max", 2 + random.nextInt(5));
                tree.send(
                        path,
                        new Request.Spawn(
                                Jobs.with(Jobs.jobspec(slot), Map.of("malleable", malleable)),
                                "c" + random.nextInt(5),
                                Map.of()));
            }
        }

        private void propose(Member member) {
            List<JobId> all = member.instance.state().malleables().all();
            if (!all.isEmpty()) {
                JobId job = all.get(random.nextInt(all.size()));
                calls.put(tree.send(member.path, new RescaleRequest.Propose(job, 1 + random.nextInt(6))), member);
            }
        }

        private Request submit() {
            String slots = (1 + random.nextInt(4)) + " slot { 1 core } for " + (1 + random.nextInt(5));
            return new JobRequest.Submit(Jobs.jobspec(slots), "", random.nextInt(32));
        }

        private Request partialCancel() {
            IdSet ranks = IdSet.of(random.nextInt(4));
            MatchRules rules = random.nextBoolean() ? MatchRules.BANYAN : MatchRules.FLUXION;
            return new JobRequest.PartialCancel(new JobId(1 + random.nextInt(5)), new GivenPart.OfRanks(ranks), rules);
        }

        /** Wants something back of a child, by count or by path. */
        private void reclaim(String path) {
            InstanceState state = tree.member(path).instance.state();
            List<JobRecord> children = state.jobs().activeInstances();
            if (children.isEmpty()) {
                return;
            }
            JobId child = children.get(random.nextInt(children.size())).id();
            List<String> tops = state.childGrants().tops(child);
            String type = List.of("node", "core", "socket", "licence").get(random.nextInt(4));
            RevokeTarget target = tops.isEmpty() || random.nextBoolean()
                    ? RevokeTarget.ByCounts.of(Map.of(type, 1L + random.nextInt(3)))
                    : new RevokeTarget.ByPaths(List.of(tops.get(random.nextInt(tops.size()))));
            long grace = random.nextBoolean() ? 0 : random.nextInt(5_000);
            boolean force = random.nextInt(4) == 0;
            calls.put(
                    tree.send(path, new Request.Reclaim("r" + ids++, child, target, grace, force)), tree.member(path));
        }

        /** Returns a change that an administrator makes, or undoes. */
        private Request edit() {
            VertexTarget node = new VertexTarget.ByRanks(IdSet.of(random.nextInt(4)));
            return switch (random.nextInt(4)) {
                case 3 -> new JobRequest.Limit(new JobId(1 + random.nextInt(5)), random.nextInt(200_000));
                case 0 -> new Request.Remove(node, random.nextBoolean());
                case 1 -> new Request.Attach(Graphs.subgraph(GRAPH));
                default -> new Request.SetProperty("/cluster0/node1", "p" + random.nextInt(3), Optional.of("x"));
            };
        }

        private void grow(String path) {
            String id = "g" + ids++;
            grows.put(id, path);
            Optional<JobId> job =
                    random.nextBoolean() ? Optional.empty() : Optional.of(new JobId(1 + random.nextInt(4)));
            String shape = SHAPES.get(random.nextInt(SHAPES.size()));
            long timeout = random.nextInt(5) == 0 ? 1 + random.nextInt(20) : 0;
            tree.send(path, new Request.Grow(id, job, Jobs.jobspec(shape), timeout));
        }

        private void repeatAGrow() {
            if (!grows.isEmpty()) {
                String id = List.copyOf(grows.keySet()).get(random.nextInt(grows.size()));
                if (tree.member(grows.get(id)).isAlive) {
                    tree.send(grows.get(id), new Request.Grow(id, Optional.empty(), Jobs.jobspec(SHAPES.get(0)), 0));
                }
            }
        }

        private void shrink(String path) {
            InstanceState state = tree.member(path).instance.state();
            String id = "s" + ids++;
            ShrinkTarget target = new ShrinkTarget.ByJob(new JobId(1 + random.nextInt(3)));
            if (random.nextBoolean() && !grows.isEmpty()) {
                target = new ShrinkTarget.ByGrow(List.copyOf(grows.keySet()).get(random.nextInt(grows.size())));
            } else if (state.isJoined() && random.nextBoolean()) {
                List<String> paths = new ArrayList<>();
                state.origins().all().forEach(origin -> paths.addAll(origin.tops()));
                if (!paths.isEmpty()) {
                    String top = paths.get(random.nextInt(paths.size()));
                    boolean deeper = top.matches(".*/node\\d+") && random.nextBoolean();
                    target = new ShrinkTarget.ByPaths(List.of(deeper ? top + "/socket0" : top));
                }
            }
            UseRule rule = RULES.get(random.nextInt(RULES.size()));
            if (random.nextInt(4) == 0) {
                String type = List.of("node", "core").get(random.nextInt(2));
                target = random.nextBoolean()
                        ? new ShrinkTarget.ByCount(RevokeTarget.ByCounts.of(Map.of(type, 1L + random.nextInt(2))))
                        : new ShrinkTarget.ByIdle(random.nextInt(100));
            }
            boolean retain = rule == UseRule.SPARE && random.nextInt(3) == 0;
            long wait = rule == UseRule.AWAIT ? 1 + random.nextInt(8_000) : 0;
            calls.put(tree.send(path, new Request.Shrink(id, target, rule, wait, retain)), tree.member(path));
        }

        /** All jobs of the root are cancelled, and everything is as if nothing had ever been asked. */
        private void settlesToTheStart() {
            Member root = tree.member("/");
            for (JobRecord job : root.instance.state().jobs().active()) {
                tree.ask("/", new JobRequest.Cancel(job.id()));
            }
            tree.runFor(10_000);
            List<String> own = root.instance.state().origins().all().stream()
                    .map(GrantOrigin::id)
                    .toList();
            own.forEach(grow -> tree.shrink("/", "last " + grow, new ShrinkTarget.ByGrow(grow)));
            // What a provider brought can have had the name of a node that was removed.
            tree.ask("/", new Request.Attach(Graphs.subgraph(GRAPH)));
            assertThat(tree.living()).extracting(member -> member.path).containsExactly("/");
            assertThat(root.instance.graph().orElseThrow().vertexCount())
                    .isEqualTo(Graphs.graph(GRAPH).vertexCount());
            tree.stat("/")
                    .amounts()
                    .forEach(
                            (type, amount) -> assertThat(amount.free()).as(type).isEqualTo(amount.total()));
            assertThat(tree.stat("/").pendingReturns()).isZero();
            assertThat(tree.stat("/").pendingGrows()).isZero();
        }
    }
}
