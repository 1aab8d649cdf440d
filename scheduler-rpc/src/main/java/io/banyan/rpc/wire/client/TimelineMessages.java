package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Span;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.SpanKind;
import io.banyan.v1.TimelineReply;
import io.banyan.v1.TimelineRequest;
import io.banyan.v1.TimelineSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Which job has resources when, there and back. */
public final class TimelineMessages {
    private TimelineMessages() {}

    /** The question. */
    public static TimelineRequest write(JobRead.Timeline request) {
        return TimelineRequest.newBuilder()
                .setFromSec(request.fromSec())
                .setToSec(request.toSec())
                .setWithNodes(request.withNodes())
                .build();
    }

    /** The question. */
    public static JobRead.Timeline read(TimelineRequest message) throws WireException {
        return CheckedMessage.value(
                () -> new JobRead.Timeline(message.getFromSec(), message.getToSec(), message.getWithNodes()));
    }

    /** To the question. */
    public static TimelineReply timeline(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.Timeline timeline ->
                TimelineReply.newBuilder()
                        .addAllSpans(timeline.spans().stream()
                                .map(TimelineMessages::write)
                                .toList())
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** The answer. */
    public static JobAnswer.Timeline read(TimelineReply reply) throws WireException {
        return CheckedMessage.value(() -> {
            List<Span> spans = new ArrayList<>(reply.getSpansCount());
            for (TimelineSpan span : reply.getSpansList()) {
                spans.add(new Span(
                        new JobId(span.getJob()),
                        RecordMessages.owner(span.getOwner()),
                        Grants.read(span.getWindow()),
                        read(span.getKind()),
                        span.getReservation().isEmpty() ? Optional.empty() : Optional.of(span.getReservation()),
                        span.getNodesList(),
                        span.hasDeadlineSec() ? OptionalLong.of(span.getDeadlineSec()) : OptionalLong.empty()));
            }
            return new JobAnswer.Timeline(spans);
        });
    }

    private static TimelineSpan write(Span span) {
        var message = TimelineSpan.newBuilder()
                .addAllNodes(span.nodes())
                .setReservation(span.reservation().orElse(""))
                .setJob(span.job().value())
                .setOwner(RecordMessages.writtenOwner(span.owner()))
                .setWindow(Grants.write(span.window()))
                .setKind(
                        switch (span.kind()) {
                            case HELD -> SpanKind.SPAN_KIND_HELD;
                            case RESERVED -> SpanKind.SPAN_KIND_RESERVED;
                            case EXPECTED -> SpanKind.SPAN_KIND_EXPECTED;
                        });
        span.deadlineSec().ifPresent(message::setDeadlineSec);
        return message.build();
    }

    private static Span.Kind read(SpanKind kind) throws WireException {
        return switch (kind) {
            case SPAN_KIND_HELD -> Span.Kind.HELD;
            case SPAN_KIND_RESERVED -> Span.Kind.RESERVED;
            case SPAN_KIND_EXPECTED -> Span.Kind.EXPECTED;
            case SPAN_KIND_UNSPECIFIED, UNRECOGNIZED ->
                throw new WireException("The certainty of a job's resources is not stated.");
        };
    }
}
