package io.banyan.rpc.agent;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.provider.ProvisionResult;
import io.banyan.rpc.timing.LevelTiming;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The times of each pending grow at this level, by request id. The core reads no clock, so that the agent measures from
 * outside: the handling of the request is the match, that of the answer is add and update, and the time between,
 * without the times that the other side reports, is communication. For the agent's thread.
 */
final class TimingBook {
    private static final int MOST_OPEN = 10_000;

    private final Supplier<String> level;
    private final Map<String, String> requestsByCall = new HashMap<>();
    private final Map<String, Open> open = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Open> eldest) {
            return size() > MOST_OPEN;
        }
    };

    /** A book of the level whose path is given. */
    TimingBook(Supplier<String> level) {
        this.level = level;
    }

    /** An event was handled, which took so long. */
    void handled(Event event, List<LevelTiming> above, long startNanos, long endNanos) {
        switch (event) {
            case Event.ClientAsked asked
            when asked.request() instanceof Request.Grow grow -> {
                requestsByCall.put(asked.call(), grow.requestId());
                begin(grow.requestId(), endNanos - startNanos);
            }
            case Event.ChildSaid said
            when said.message() instanceof UpMessage.Grow grow -> begin(grow.requestId(), endNanos - startNanos);
            case Event.ParentSaid said
            when said.message() instanceof DownMessage.Granted granted ->
                arrived(granted.grant().requestId(), above, startNanos, endNanos);
            case Event.ProviderAnswered answered
            when answered.result() instanceof ProvisionResult.Provisioned ->
                arrived(answered.requestId(), above, startNanos, endNanos);
            case Event other -> {
                // Nothing else is part of a grow that brings something.
            }
        }
    }

    /** An effect is about to be performed. */
    void performing(Effect effect, long nowNanos) {
        switch (effect) {
            case Effect.ToParent up
            when up.message() instanceof UpMessage.Grow grow -> asked(grow.requestId(), nowNanos);
            case Effect.CallProvider call -> asked(call.request().requestId(), nowNanos);
            case Effect other -> {
                // No other effect starts a measured wait.
            }
        }
    }

    /** The times of the grow that an effect answers, this level's first; empty for any other effect. */
    List<LevelTiming> settle(Effect effect) {
        return switch (effect) {
            case Effect.Reply reply -> {
                String requestId = requestsByCall.remove(reply.call());
                List<LevelTiming> levels = requestId == null ? List.of() : close(requestId);
                yield reply.answer() instanceof Answer.Grown ? levels : List.of();
            }
            case Effect.ToChild down
            when down.message() instanceof DownMessage.Granted granted ->
                close(granted.grant().requestId());
            case Effect.ToChild down
            when down.message() instanceof DownMessage.GrowRefused refused -> {
                open.remove(refused.requestId());
                yield List.of();
            }
            case Effect other -> List.of();
        };
    }

    private void begin(String requestId, long nanos) {
        open.computeIfAbsent(requestId, id -> new Open()).matchNanos += nanos;
    }

    private void asked(String requestId, long nowNanos) {
        Open grow = open.get(requestId);
        if (grow != null) {
            grow.askedAtNanos = nowNanos;
            grow.waiting = true;
        }
    }

    private void arrived(String requestId, List<LevelTiming> above, long startNanos, long endNanos) {
        Open grow = open.get(requestId);
        if (grow == null || !grow.waiting) {
            return;
        }
        long reported = above.stream().mapToLong(LevelTiming::totalNanos).sum();
        grow.waiting = false;
        grow.communicationNanos += Math.max(0, startNanos - grow.askedAtNanos - reported);
        grow.addUpdateNanos += endNanos - startNanos;
        grow.above = above;
    }

    private List<LevelTiming> close(String requestId) {
        return Optional.ofNullable(open.remove(requestId))
                .map(grow -> grow.levels(level.get()))
                .orElse(List.of());
    }

    /** A grow that has no answer yet. */
    private static final class Open {
        private long matchNanos;
        private long askedAtNanos;
        private boolean waiting;
        private long communicationNanos;
        private long addUpdateNanos;
        private List<LevelTiming> above = List.of();

        private List<LevelTiming> levels(String level) {
            List<LevelTiming> levels = new ArrayList<>();
            levels.add(new LevelTiming(level, matchNanos, communicationNanos, addUpdateNanos));
            levels.addAll(above);
            return levels;
        }
    }
}
