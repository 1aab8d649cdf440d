package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.client.ShrinkOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every fault of a provider, with the daemon's process being killed before, during and after the call. A daemon that is
 * killed cannot end what it has started, so that the executable goes on without it. All faults happen to one daemon at
 * the same time, each to a request of its own.
 */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class ProviderCrashTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final JobId JOB = new JobId(1);
    private static final Pattern NODE = Pattern.compile("/cluster0/shop/([A-Z_.]+-\\w+)\"");
    private static final int LONG_MILLIS = 30_000;
    private static final int MEDIUM_MILLIS = 5_000;
    private static final int SHORT_MILLIS = 1_000;

    /** When the process is killed. */
    private enum Crash {
        /** The executable has begun and bought nothing; it goes on when the next daemon is there. */
        BEFORE,
        /** The executable has begun and bought nothing; it buys and answers while there is no daemon. */
        BEFORE_AND_ALONE,
        /** The executable has bought, and answers when the next daemon is there. */
        DURING,
        /** The executable has ended; whoever asks may have heard, or not. */
        AFTER,
        /** All who ask have heard. */
        HEARD;

        boolean isAlone() {
            return this == BEFORE_AND_ALONE;
        }
    }

    @TempDir
    private Path directory;

    /** With the first protocol the faults stay, so that who asks again gets a no; with the second they are over. */
    @ParameterizedTest(name = "protocol {0}")
    @ValueSource(ints = {1, 2})
    void nothingIsForgottenAndNothingCountsTwice(int protocol) throws Exception {
        try (var shop = new Shop(directory.resolve("shop"), protocol);
                var killed = new KilledDaemon(
                        directory.resolve("state"), "--provider", shop.option(), "--grow-order", "provider-only")) {
            killed.start(
                    "--graph", Path.of("..", "resource-graphs", "small.graphml").toString());
            try (BanyanClient client = killed.client()) {
                take(client);
            }
            for (Crash crash : Crash.values()) {
                try {
                    new Round(crash, protocol == 2, shop, killed).play();
                } catch (AssertionError | ConditionTimeoutException | CompletionException e) {
                    throw new AssertionError("killed " + crash + " the call, protocol " + protocol, e);
                }
            }
            try (BanyanClient client = killed.client()) {
                theLimitIsStillTheSame(client, shop);
            }
        }
    }

    /** Everybody asks, the daemon is killed, the next one is asked again. */
    private record Round(Crash crash, boolean isOver, Shop shop, KilledDaemon killed) {
        void play() throws Exception {
            shop.prepare(crash.name(), gates());
            Set<Shop.Fault> granted = untilTheCrash();
            if (crash.isAlone()) {
                shop.openGates();
                // What hangs goes on.
                shop.awaitRuns(1);
            }
            if (isOver) {
                shop.endFaults();
            }
            killed.start();
            try (BanyanClient client = killed.client()) {
                askAgain(client, granted);
                shop.openGates();
                shop.awaitRuns(0);
                await("what was bought is what is in the graph")
                        .atMost(LONG)
                        .untilAsserted(() -> assertThat(shop.bought()).isEqualTo(inGraph(client)));
                giveAllBack(client);
            }
        }

        /**
         * All gates start closed at the entry. A request that comes there is within the limit of nodes. One that came
         * later would be refused, because the request that brings too much counts with all that it has bought.
         */
        private Set<String> gates() {
            return crash == Crash.DURING ? Set.of("entry", "bought") : Set.of("entry");
        }

        /** All ask at once; tells who has heard by then that it has got something. */
        private Set<Shop.Fault> untilTheCrash() throws Exception {
            Map<Shop.Fault, CompletableFuture<RequestOutcome<Growth>>> calls = new EnumMap<>(Shop.Fault.class);
            Set<Shop.Fault> granted = EnumSet.noneOf(Shop.Fault.class);
            try (BanyanClient client = killed.client()) {
                for (Shop.Fault fault : Shop.Fault.values()) {
                    calls.put(
                            fault,
                            CompletableFuture.supplyAsync(() -> growFirst(client, fault), Thread::startVirtualThread));
                }
                shop.awaitAll(crash.name(), "entry");
                if (crash != Crash.BEFORE && crash != Crash.BEFORE_AND_ALONE) {
                    shop.openGates("entry");
                }
                switch (crash) {
                    case BEFORE, BEFORE_AND_ALONE -> {}
                    case DURING -> shop.awaitAll(crash.name(), "bought");
                    case AFTER -> shop.awaitAll(crash.name(), "over");
                    case HEARD -> {
                        for (var call : calls.entrySet()) {
                            if (isGranted(call.getValue().get(LONG.toSeconds(), TimeUnit.SECONDS))) {
                                granted.add(call.getKey());
                            }
                        }
                    }
                }
                killed.kill();
            }
            return granted;
        }

        /** Repeats all requests at once, but for those of callers that are gone. */
        private void askAgain(BanyanClient client, Set<Shop.Fault> granted) {
            Arrays.stream(Shop.Fault.values())
                    .filter(Shop.Fault::isRepeated)
                    .map(fault -> CompletableFuture.runAsync(
                            () -> askAgain(client, fault, granted.contains(fault)), Thread::startVirtualThread))
                    .toList()
                    .forEach(CompletableFuture::join);
        }

        /**
         * Repeats one request: a caller that had heard of a grant gets it; others do, or a refusal where the fault is
         * still there.
         */
        private void askAgain(BanyanClient client, Shop.Fault fault, boolean isHeard) {
            if (isOver || fault == Shop.Fault.NONE) {
                await("a grant for " + fault).atMost(LONG).until(() -> isGranted(answered(client, fault)));
            } else {
                assertThat(isGranted(answered(client, fault))).as("%s", fault).isEqualTo(isHeard);
            }
        }

        /**
         * Returns the answer to a request; a caller that hears nothing in time, as may be where the machine has much to
         * do, asks once again.
         */
        private RequestOutcome<Growth> answered(BanyanClient client, Shop.Fault fault) {
            return await("an answer to " + fault)
                    .atMost(LONG)
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .until(() -> grow(client, fault), Objects::nonNull);
        }

        /** The first call lasts until the daemon is killed, except where all must answer. */
        private RequestOutcome<Growth> growFirst(BanyanClient client, Shop.Fault fault) {
            int millis = fault == Shop.Fault.HANG && crash == Crash.HEARD ? MEDIUM_MILLIS : LONG_MILLIS;
            return ProviderCrashTest.grow(client, fault.of(crash.name()), 1, millis);
        }

        private RequestOutcome<Growth> grow(BanyanClient client, Shop.Fault fault) {
            int millis = fault == Shop.Fault.HANG && !isOver ? SHORT_MILLIS : LONG_MILLIS;
            return ProviderCrashTest.grow(client, fault.of(crash.name()), 1, millis);
        }

        private void giveAllBack(BanyanClient client) throws Exception {
            for (Shop.Fault fault : Shop.Fault.values()) {
                String id = fault.of(crash.name());
                if (shop.bought().stream().anyMatch(it -> it.startsWith(id + "-"))) {
                    assertThat(client.shrink(new Request.Shrink("back-" + id, new ShrinkTarget.ByGrow(id))))
                            .as("%s is returned", id)
                            .isInstanceOfSatisfying(
                                    ShrinkOutcome.Done.class,
                                    done -> assertThat(done.shrunk().unreleased())
                                            .isEmpty());
                }
            }
            assertThat(shop.bought()).isEmpty();
            assertThat(inGraph(client)).isEmpty();
        }
    }

    /** A grant; else a no that says why. */
    private static boolean isGranted(RequestOutcome<Growth> outcome) {
        return switch (outcome) {
            case RequestOutcome.Done<Growth> done -> true;
            case RequestOutcome.Refused<Growth> no -> {
                assertThat(no.refusal().reasons()).isNotEmpty();
                yield false;
            }
        };
    }

    /** Checks that as many nodes as there may be are still to be had, and not one more. */
    private static void theLimitIsStillTheSame(BanyanClient client, Shop shop) throws Exception {
        RequestOutcome<Growth> all = grow(client, "ALL", Shop.MOST, LONG_MILLIS);
        assertThat(isGranted(all)).as("%s", all).isTrue();
        assertThat(shop.bought()).hasSize(Shop.MOST).isEqualTo(inGraph(client));
        assertThat(grow(client, "MORE", 1, LONG_MILLIS).toString())
                .contains("may supply " + Shop.MOST + " nodes, but the total with this request would be "
                        + (Shop.MOST + 1));
        assertThat(shop.bought()).hasSize(Shop.MOST);
    }

    private static Set<String> inGraph(BanyanClient client) throws ClientException {
        Set<String> nodes = new TreeSet<>();
        NODE.matcher(client.find(new Request.Find("status=up or status=down", MatchFormat.JGF))
                        .resources())
                .results()
                .forEach(node -> nodes.add(node.group(1)));
        return nodes;
    }

    /** All of the graph, by a job that then grows. */
    private static void take(BanyanClient client) throws Exception {
        assertThat(client.match(new JobRequest.Match(
                        DaemonTest.nodes(8), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "grows")))
                .isInstanceOf(RequestOutcome.Done.class);
    }

    private static RequestOutcome<Growth> grow(BanyanClient client, String id, int nodes, int millis) {
        try {
            return client.grow(new Request.Grow(id, Optional.of(JOB), DaemonTest.nodes(nodes), millis));
        } catch (Exception e) {
            throw new IllegalStateException("no answer to " + id, e);
        }
    }
}
