package io.banyan.rpc.wire.session;

import com.google.protobuf.ByteString;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.resource.PrintableText;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.Ask;
import io.banyan.v1.AskAnswer;
import io.banyan.v1.AskCancelled;
import io.banyan.v1.AskEnd;
import io.banyan.v1.AskMore;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.ParentFrame;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls that are passed on, on the wire. Parts for other instances are passed on unchanged, within limits. */
final class RelayFrames {
    private static final int LIGHT_BYTES = 64 << 10;
    private static final int LONGEST_WORD = 200;
    private static final int LONGEST_SENTENCE = 16 << 10;
    /** The size of a frame without the message in it. */
    private static final int AROUND = 4 << 10;

    private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(2);

    private RelayFrames() {}

    static ParentFrame write(Relayed.Down down) {
        var frame = ParentFrame.newBuilder();
        switch (down) {
            case Relayed.Ask ask -> frame.setAsk(write(ask));
            case Relayed.Cancelled gone ->
                frame.setAskCancelled(AskCancelled.newBuilder().setId(gone.id()));
            case Relayed.More more ->
                frame.setAskMore(AskMore.newBuilder().setId(more.id()).setMessages(more.messages()));
        }
        return frame.build();
    }

    private static Ask write(Relayed.Ask ask) {
        RelayedCall call = ask.call();
        return Ask.newBuilder()
                .setId(ask.id())
                .setInstance(call.instance().toString())
                .setMethod(call.method())
                .setRequest(call.request().bytes())
                .setWho(call.asker().name())
                .setRole(call.asker().role().toString())
                .setOsUser(call.asker().osUser().orElse(""))
                .setTimeoutMillis(call.remainingMillis())
                .setRequestId(call.requestId())
                .setFrom(call.origin().from())
                .setThrough(call.origin().through())
                .build();
    }

    static Relayed.Down read(ParentFrame frame) throws WireException {
        return switch (frame.getMessageCase()) {
            case ASK -> read(frame.getAsk());
            case ASK_CANCELLED -> new Relayed.Cancelled(frame.getAskCancelled().getId());
            case ASK_MORE ->
                new Relayed.More(
                        frame.getAskMore().getId(),
                        Math.clamp(frame.getAskMore().getMessages(), 0, Payload.MOST_AHEAD));
            case ParentFrame.MessageCase other ->
                throw new WireException("A parent forwarded a message that is not a call.");
        };
    }

    private static Relayed.Ask read(Ask ask) throws WireException {
        long millis = Math.clamp(ask.getTimeoutMillis(), 0, LONGEST_MILLIS);
        return new Relayed.Ask(
                ask.getId(),
                new RelayedCall(
                        InstancePath.parse(ask.getInstance()),
                        word(ask.getMethod()),
                        new Payload(ask.getRequest()),
                        new Principal(ask.getWho(), Role.parse(ask.getRole()), RecordMessages.osUser(ask.getOsUser())),
                        new RelayedCall.Origin(word(ask.getFrom()), word(ask.getThrough())),
                        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis),
                        word(ask.getRequestId())));
    }

    private static String word(String text) throws WireException {
        if (text.length() > LONGEST_WORD || !PrintableText.isPrintable(text)) {
            throw new WireException("A call was forwarded with a word of " + text.length()
                    + " characters, or with characters in it that are not printable.");
        }
        return text;
    }

    static ChildFrame write(Relayed.Answer answer) {
        var message = AskAnswer.newBuilder().setId(answer.id());
        answer.message().ifPresent(payload -> message.setMessage(payload.bytes()));
        answer.end().ifPresent(end -> message.setEnd(write(end)));
        if (message.getMessage().size() > Chunks.MAX_FRAME_BYTES - AROUND) {
            message.clearMessage().setEnd(write(tooLarge(message.getMessage())));
        }
        return ChildFrame.newBuilder().setAskAnswer(message).build();
    }

    private static StatusRuntimeException tooLarge(ByteString message) {
        return Failure.TOO_LARGE.because("The answer has " + message.size()
                + " bytes, but the limit between instances is " + (Chunks.MAX_FRAME_BYTES - AROUND)
                + "; connect to the instance directly with its own --state or --address.");
    }

    private static AskEnd write(StatusRuntimeException end) {
        Metadata trailers = end.getTrailers();
        String sentence = end.getStatus().getDescription();
        return AskEnd.newBuilder()
                .setCode(end.getStatus().getCode().value())
                .setSentence(sentence == null ? "" : cut(sentence, LONGEST_SENTENCE))
                .setReason(trailer(trailers, Failure.REASON))
                .setRetryAfterMillis(trailer(trailers, Failure.RETRY_AFTER))
                .build();
    }

    private static String trailer(@Nullable Metadata trailers, Metadata.Key<String> key) {
        String value = trailers == null ? null : trailers.get(key);
        return value == null ? "" : cut(value, LONGEST_WORD);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }

    static Relayed.Answer read(AskAnswer answer) {
        return new Relayed.Answer(
                answer.getId(),
                answer.hasMessage() ? Optional.of(new Payload(answer.getMessage())) : Optional.empty(),
                answer.hasEnd() ? Optional.of(read(answer.getEnd())) : Optional.empty());
    }

    private static StatusRuntimeException read(AskEnd end) {
        var trailers = new Metadata();
        put(trailers, Failure.REASON, end.getReason());
        put(trailers, Failure.RETRY_AFTER, end.getRetryAfterMillis());
        Status status = Status.fromCodeValue(end.getCode());
        return (end.getSentence().isEmpty() ? status : status.withDescription(cut(end.getSentence(), LONGEST_SENTENCE)))
                .asRuntimeException(trailers);
    }

    /** The child may be another user's program: invalid header values are left out. */
    private static void put(Metadata trailers, Metadata.Key<String> key, String value) {
        boolean isWord = !value.isEmpty()
                && value.length() <= LONGEST_WORD
                && value.chars().allMatch(c -> c > ' ' && c < '\u007f');
        if (isWord) {
            trailers.put(key, value);
        }
    }

    static boolean isLight(Relayed.Down down) {
        return !(down instanceof Relayed.Ask ask) || ask.call().request().size() <= LIGHT_BYTES;
    }

    static boolean isLight(Relayed.Answer answer) {
        return answer.message().map(Payload::size).orElse(0) <= LIGHT_BYTES;
    }
}
