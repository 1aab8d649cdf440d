package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.choice;
import static io.banyan.rpc.config.ValueType.duration;
import static io.banyan.rpc.config.ValueType.number;
import static io.banyan.rpc.config.ValueType.text;
import static io.banyan.rpc.config.ValueType.yesOrNo;

import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.health.HealthConfig;
import io.banyan.rpc.health.OnFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys of a daemon's configuration that say how it checks its nodes. */
final class HealthKeys {
    private static final int MOST_FAILURES = 100;
    private static final int MOST_AT_ONCE = 256;
    private static final int HUNDRED = 100;

    static final Key<Optional<String>> CHECK = Key.of(
                    "health.check",
                    text("COMMAND", HealthConfig::requireCheck).orNothing(),
                    Optional.empty(),
                    "Command line for /bin/sh that checks each node periodically as the daemon's user, through execution.command or else only on the node with this machine's name. If its exit status is not 0, the node gets no more jobs, and the first line of its output is the reason. Without it, nodes are not checked.")
            .option("--health-check")
            .sample("/usr/sbin/nhc")
            .reloaded();

    static final Key<Duration> INTERVAL = Key.of(
                    "health.interval",
                    duration(Duration.ofSeconds(1), Duration.ofDays(1)),
                    HealthConfig.NONE.interval(),
                    "Time between two checks of a node. The checks of all nodes are spread over it.")
            .sample("10m")
            .reloaded();

    static final Key<Duration> TIMEOUT = Key.of(
                    "health.timeout",
                    duration(Duration.ofMillis(100), Duration.ofHours(1)),
                    HealthConfig.NONE.timeout(),
                    "Timeout of a check, including the time to reach the node. A check that takes longer is killed and counts as failed.")
            .sample("1m")
            .reloaded();

    static final Key<Integer> FAILURES = Key.of(
                    "health.failures",
                    number(1, MOST_FAILURES),
                    HealthConfig.NONE.failures(),
                    "Number of consecutive failed checks after which a node is marked.")
            .sample("3")
            .reloaded();

    static final Key<OnFailure> ON_FAILURE = Key.of(
                    "health.on-failure",
                    choice(OnFailure.class),
                    HealthConfig.NONE.onFailure(),
                    "Mark of a node that fails: drain (its jobs continue, and it gets no new ones) or lost (jobs.on-lost decides about its jobs).")
            .sample("lost")
            .reloaded();

    static final Key<Boolean> RECOVER = Key.of(
                    "health.recover",
                    yesOrNo(),
                    HealthConfig.NONE.recovers(),
                    "Whether a node that the check has marked is up again once the check passes. A node that was marked in another way keeps its mark.")
            .sample("false")
            .reloaded();

    static final Key<Integer> AT_ONCE = Key.of(
                    "health.at-once",
                    number(1, MOST_AT_ONCE),
                    HealthConfig.NONE.concurrency(),
                    "Maximum number of checks that run at the same time.")
            .sample("64")
            .reloaded();

    static final Key<Integer> MOST_MARKED = Key.of(
                    "health.most-marked",
                    number(1, HUNDRED).called("PERCENT"),
                    HealthConfig.NONE.mostMarkedPercent(),
                    "Maximum share of nodes that the check may have marked at the same time, as a percentage of all nodes, but at least one node. Further nodes stay up, with a warning in the log.")
            .sample("100")
            .reloaded();

    static final List<Key<?>> ALL =
            List.of(CHECK, INTERVAL, TIMEOUT, FAILURES, ON_FAILURE, RECOVER, AT_ONCE, MOST_MARKED);

    private HealthKeys() {}

    /** The health options that the settings describe. */
    static HealthConfig config(Settings settings) {
        return new HealthConfig(
                settings.get(CHECK),
                settings.get(INTERVAL),
                settings.get(TIMEOUT),
                settings.get(FAILURES),
                settings.get(ON_FAILURE),
                settings.get(RECOVER),
                settings.get(AT_ONCE),
                settings.get(MOST_MARKED));
    }
}
