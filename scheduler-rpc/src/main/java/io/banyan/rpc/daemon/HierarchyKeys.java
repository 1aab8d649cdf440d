package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.duration;
import static io.banyan.rpc.config.ValueType.text;

import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.config.RevokePolicy;
import io.banyan.rpc.config.Key;
import java.time.Duration;
import java.util.List;

/** The keys of a daemon's configuration that concern the relation of parent and child. */
final class HierarchyKeys {
    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final InstanceLimits LIMITS = InstanceLimits.DEFAULT;

    static final Key<Duration> LEASE = Key.of(
                    "hierarchy.lease",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.leaseMillis()),
                    "Time after which a silent child counts as lost; longer than the heartbeat of the children.")
            .sample("30s")
            .passedOn();

    static final Key<Duration> HEARTBEAT = Key.of(
                    "hierarchy.heartbeat",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.heartbeatMillis()),
                    "Interval at which a child reports to its parent that it is alive.")
            .sample("2s")
            .passedOn();

    static final Key<Duration> NEWS = Key.of(
                    "hierarchy.news",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.newsMillis()),
                    "Delay after a change before a child reports its changes to its parent.")
            .sample("250ms")
            .passedOn();

    static final Key<Duration> START_TIMEOUT = Key.of(
                    "hierarchy.start-timeout",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.startMillis()),
                    "Time within which a spawned child must register.")
            .sample("2m")
            .passedOn();

    static final Key<Duration> STOP_TIMEOUT = Key.of(
                    "hierarchy.stop-timeout",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.stopMillis()),
                    "Time within which a child must stop before its process is killed.")
            .sample("20s")
            .passedOn();

    static final Key<RevokePolicy> REVOKE = Key.of(
                    "hierarchy.revoke",
                    text("POLICY", RevokePolicy::parse),
                    RevokePolicy.FREE,
                    "Resources that a child returns when its parent requests them: decline (none), free (resources that no job uses, or that become free in time) or grown (also resources that were grown for jobs).")
            .option("--revoke")
            .sample("grown")
            .passedOn();

    static final List<Key<?>> ALL = List.of(LEASE, HEARTBEAT, NEWS, START_TIMEOUT, STOP_TIMEOUT, REVOKE);

    private HierarchyKeys() {}
}
