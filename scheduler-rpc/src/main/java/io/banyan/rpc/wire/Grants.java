package io.banyan.rpc.wire;

import io.banyan.graph.Subgraph;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.match.Reason;
import io.banyan.planner.TimeWindow;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.v1.JgfGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The answer to a grow on its way down: the grant or the reasons, and the timings. */
public final class Grants {
    /** More levels than any tree has; a longer list is refused. */
    private static final int MAX_LEVELS = 1024;

    /** So many vertices or paths are read or written in a millisecond or two. */
    public static final int LIGHT = 10_000;

    private Grants() {}

    public static boolean isLight(Grant grant) {
        return isLight(grant.subgraph());
    }

    public static boolean isLight(Subgraph subgraph) {
        return subgraph.vertices().size() <= LIGHT;
    }

    public static boolean isLight(io.banyan.v1.Grant grant) {
        return isLight(grant.getSubgraph());
    }

    public static boolean isLight(JgfGraph subgraph) {
        return subgraph.getFlagsCount() <= LIGHT;
    }

    public static io.banyan.v1.Grant write(Grant grant) {
        return PassedGrants.messageOf(grant).orElseGet(() -> writeAnew(grant));
    }

    private static io.banyan.v1.Grant writeAnew(Grant grant) {
        return io.banyan.v1.Grant.newBuilder()
                .setRequestId(grant.requestId())
                .setSubgraph(GraphWriter.write(grant.subgraph()))
                .setSourceLevel(grant.source().level())
                .setSourceProvider(grant.source().provider().orElse(""))
                .build();
    }

    public static Grant read(io.banyan.v1.Grant grant) throws WireException {
        String provider = grant.getSourceProvider();
        Grant read = new Grant(
                grant.getRequestId(),
                GraphReader.read(grant.getSubgraph()),
                new GrantSource(grant.getSourceLevel(), Optional.of(provider).filter(name -> !name.isEmpty())));
        if (isLight(read)) {
            PassedGrants.remember(read, grant);
        }
        return read;
    }

    public static List<io.banyan.v1.LevelReasons> writeReasons(List<LevelReasons> levels) {
        return levels.stream().map(Grants::write).toList();
    }

    public static List<LevelReasons> readReasons(List<io.banyan.v1.LevelReasons> levels) throws WireException {
        requireFew(levels.size());
        List<LevelReasons> read = new ArrayList<>();
        for (io.banyan.v1.LevelReasons level : levels) {
            List<Reason> reasons =
                    level.getReasonsList().stream().map(Grants::read).toList();
            read.add(new LevelReasons(level.getLevel(), level.getSource(), reasons));
        }
        return read;
    }

    public static Reason read(io.banyan.v1.Reason reason) {
        return reason.getRequirement().isEmpty()
                ? Reason.said(reason.getWhy())
                : new Reason(
                        reason.getRequirement(),
                        reason.getNeeded(),
                        reason.getAvailable(),
                        reason.getWhy(),
                        reason.hasUntilSec() ? OptionalLong.of(reason.getUntilSec()) : OptionalLong.empty());
    }

    public static List<io.banyan.v1.Unreleased> writeUnreleased(List<Unreleased> all) {
        return all.stream()
                .map(one -> io.banyan.v1.Unreleased.newBuilder()
                        .setLevel(one.level())
                        .setProvider(one.provider())
                        .setRequestId(one.requestId())
                        .addAllHandles(one.handles())
                        .setWhy(one.why())
                        .build())
                .toList();
    }

    public static List<Unreleased> readUnreleased(List<io.banyan.v1.Unreleased> all) {
        return all.stream()
                .map(one -> new Unreleased(
                        one.getLevel(), one.getProvider(), one.getRequestId(), one.getHandlesList(), one.getWhy()))
                .toList();
    }

    public static List<io.banyan.v1.LevelTiming> writeTimings(List<LevelTiming> timings) {
        return timings.stream()
                .map(timing -> io.banyan.v1.LevelTiming.newBuilder()
                        .setLevel(timing.level())
                        .setMatchNanos(timing.matchNanos())
                        .setCommunicationNanos(timing.communicationNanos())
                        .setAddUpdateNanos(timing.addUpdateNanos())
                        .build())
                .toList();
    }

    public static List<LevelTiming> readTimings(List<io.banyan.v1.LevelTiming> timings) throws WireException {
        requireFew(timings.size());
        return timings.stream()
                .map(timing -> new LevelTiming(
                        timing.getLevel(),
                        timing.getMatchNanos(),
                        timing.getCommunicationNanos(),
                        timing.getAddUpdateNanos()))
                .toList();
    }

    public static io.banyan.v1.TimeWindow write(TimeWindow window) {
        return io.banyan.v1.TimeWindow.newBuilder()
                .setStartSec(window.startSec())
                .setEndSec(window.endSec())
                .build();
    }

    public static TimeWindow read(io.banyan.v1.TimeWindow window) {
        return new TimeWindow(window.getStartSec(), window.getEndSec());
    }

    private static io.banyan.v1.LevelReasons write(LevelReasons level) {
        var message =
                io.banyan.v1.LevelReasons.newBuilder().setLevel(level.level()).setSource(level.source());
        level.reasons().forEach(reason -> message.addReasons(write(reason)));
        return message.build();
    }

    public static io.banyan.v1.Reason write(Reason reason) {
        var message = io.banyan.v1.Reason.newBuilder()
                .setRequirement(reason.requirement())
                .setNeeded(reason.needed())
                .setAvailable(reason.available())
                .setWhy(reason.why());
        reason.untilSec().ifPresent(message::setUntilSec);
        return message.build();
    }

    private static void requireFew(int levels) throws WireException {
        if (levels > MAX_LEVELS) {
            throw new WireException(
                    "A message contains " + levels + " levels; a tree can have at most " + MAX_LEVELS + ".");
        }
    }
}
