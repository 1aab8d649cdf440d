package io.banyan.rpc.wire;

import io.banyan.graph.io.FileTrouble;
import io.banyan.instance.message.value.ErrorCode;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The reason of a failed call, as a machine-readable word. The one place where causes become gRPC statuses and back:
 * the word travels in the trailer {@code banyan-reason}, the sentence for people is the status's description. If a
 * retry may succeed, the trailer {@code retry-after-ms} contains the time to wait.
 */
public enum Failure {
    /** No token, or none that this daemon knows. */
    UNAUTHENTICATED(Status.Code.UNAUTHENTICATED),
    /** The token is good, but not for this. */
    FORBIDDEN(Status.Code.PERMISSION_DENIED),
    /** A field of the request is missing or wrong. */
    INVALID(Status.Code.INVALID_ARGUMENT),
    /** The jobspec is malformed or names a type that the graph does not know. */
    BAD_JOBSPEC(Status.Code.INVALID_ARGUMENT),
    /** No such job, vertex or instance. */
    NOT_FOUND(Status.Code.NOT_FOUND),
    /** There is one already. */
    EXISTS(Status.Code.ALREADY_EXISTS),
    /** The request is right, but not in the present state: still in use, not ready yet. */
    NOT_NOW(Status.Code.FAILED_PRECONDITION),
    /** The queue of requests, or another limit, is full; try again later. */
    OVERLOADED(Status.Code.RESOURCE_EXHAUSTED),
    /** A message is larger than the limit. */
    TOO_LARGE(Status.Code.RESOURCE_EXHAUSTED),
    /** The asker's deadline passed before the answer was there. */
    DEADLINE(Status.Code.DEADLINE_EXCEEDED),
    /** Parent and child speak different versions of the protocol. */
    INCOMPATIBLE(Status.Code.FAILED_PRECONDITION),
    /** The journal cannot be written, so that nothing may be acknowledged. */
    JOURNAL(Status.Code.UNAVAILABLE),
    /** The daemon, or the instance that was meant, is on its way down; this was not begun. */
    STOPPING(Status.Code.UNAVAILABLE),
    /** Another daemon leads the instance; this one has done nothing. */
    STANDBY(Status.Code.UNAVAILABLE),
    /** Nothing answers at the address, or the peer ended before it answered; whether it was done is not known. */
    UNREACHABLE(Status.Code.UNAVAILABLE),
    /** A bug; the daemon's log has the details. */
    INTERNAL(Status.Code.INTERNAL);

    public static final Metadata.Key<String> REASON =
            Metadata.Key.of("banyan-reason", Metadata.ASCII_STRING_MARSHALLER);

    public static final Metadata.Key<String> RETRY_AFTER =
            Metadata.Key.of("retry-after-ms", Metadata.ASCII_STRING_MARSHALLER);

    /** A full queue has room again when some of it was decided on, in milliseconds. */
    private static final String LITTLE_LATER = "100";

    private final Status.Code status;
    private final String word;

    Failure(Status.Code status) {
        this.status = status;
        this.word = name().toLowerCase(Locale.ROOT);
    }

    /** The error that ends a call, with one sentence for people. */
    public StatusRuntimeException because(String sentence) {
        return status(sentence).asRuntimeException(trailers());
    }

    /** Creates an exception that states after which time the call can be repeated. */
    public StatusRuntimeException because(String sentence, long retryAfterMillis) {
        return status(sentence).asRuntimeException(trailers(retryAfterMillis));
    }

    /** The word, as it travels. */
    public String word() {
        return word;
    }

    /** The status without its trailers. */
    public Status status(String sentence) {
        return status.toStatus().withDescription(sentence);
    }

    /** The trailers that carry the word. */
    public Metadata trailers() {
        var trailers = new Metadata();
        trailers.put(REASON, word);
        if (this == OVERLOADED) {
            trailers.put(RETRY_AFTER, LITTLE_LATER);
        }
        return trailers;
    }

    /** The trailers with the time after which the call can be repeated. */
    public Metadata trailers(long retryAfterMillis) {
        var trailers = new Metadata();
        trailers.put(REASON, word);
        trailers.put(RETRY_AFTER, Long.toString(retryAfterMillis));
        return trailers;
    }

    /**
     * After how many milliseconds it is worth asking again, as an error that came over the wire says; empty where it
     * does not.
     */
    public static OptionalLong retryAfterMillis(Throwable error) {
        Metadata trailers = Status.trailersFromThrowable(error);
        String millis = trailers == null ? null : trailers.get(RETRY_AFTER);
        try {
            return millis == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(millis));
        } catch (NumberFormatException malformed) {
            return OptionalLong.empty();
        }
    }

    /** Whatever ended a call on this side, as the status that the other side gets. */
    public static StatusRuntimeException of(Throwable cause) {
        return switch (cause) {
            case StatusRuntimeException status -> status;
            case StatusException status -> status.getStatus().asRuntimeException(status.getTrailers());
            case WireException malformed -> malformed.failure().because(sentenceOf(malformed));
            default -> INTERNAL.because("The daemon failed to process this request; see its log.");
        };
    }

    /** The word for an error that came over the wire: from its trailer, else from its status. */
    public static Failure in(Throwable error) {
        return fromTrailer(Status.trailersFromThrowable(error)).orElseGet(() -> {
            Status found = Status.fromThrowable(error);
            // Causes do not travel: the connection broke on this side, whatever gRPC makes of it.
            return found.getCause() instanceof IOException ? UNREACHABLE : fromCode(found.getCode());
        });
    }

    /** Whether the other side ended the call, and not a mishap or a limit on the way or on this side. */
    public static boolean isFromDaemon(Throwable error) {
        return fromTrailer(Status.trailersFromThrowable(error)).isPresent();
    }

    /** The sentence of an error that came over the wire. */
    public static String sentenceOf(Throwable error) {
        String text = error instanceof StatusRuntimeException || error instanceof StatusException
                ? Status.fromThrowable(error).getDescription()
                : error instanceof IOException trouble ? FileTrouble.sentence(trouble) : error.getMessage();
        return text == null || text.isBlank() ? "The call failed without a reason: " + error + "." : text;
    }

    /** The failure of a word in a message; {@link #INTERNAL} for a word that this version does not know. */
    public static Failure named(String word) {
        return find(word).orElse(INTERNAL);
    }

    /** The error code of an instance that fits this failure. */
    public ErrorCode code() {
        return switch (this) {
            case INVALID, BAD_JOBSPEC -> ErrorCode.INVALID;
            case NOT_FOUND -> ErrorCode.NOT_FOUND;
            case FORBIDDEN -> ErrorCode.FORBIDDEN;
            case EXISTS, NOT_NOW, INCOMPATIBLE -> ErrorCode.WRONG_STATE;
            case OVERLOADED, TOO_LARGE -> ErrorCode.LIMIT;
            case DEADLINE -> ErrorCode.DEADLINE;
            case UNAUTHENTICATED, JOURNAL, STOPPING, STANDBY, UNREACHABLE -> ErrorCode.UNAVAILABLE;
            case INTERNAL -> ErrorCode.INTERNAL;
        };
    }

    private static Optional<Failure> fromTrailer(@Nullable Metadata trailers) {
        String word = trailers == null ? null : trailers.get(REASON);
        return word == null ? Optional.empty() : find(word);
    }

    private static Optional<Failure> find(String word) {
        for (Failure failure : values()) {
            if (failure.name().equalsIgnoreCase(word)) {
                return Optional.of(failure);
            }
        }
        return Optional.empty();
    }

    private static Failure fromCode(Status.Code code) {
        return switch (code) {
            case UNAUTHENTICATED -> UNAUTHENTICATED;
            case PERMISSION_DENIED -> FORBIDDEN;
            case INVALID_ARGUMENT, OUT_OF_RANGE -> INVALID;
            case NOT_FOUND -> NOT_FOUND;
            case ALREADY_EXISTS -> EXISTS;
            case FAILED_PRECONDITION, ABORTED -> NOT_NOW;
            case RESOURCE_EXHAUSTED -> OVERLOADED;
            case DEADLINE_EXCEEDED -> DEADLINE;
            case UNAVAILABLE, CANCELLED -> UNREACHABLE;
            case OK, UNKNOWN, UNIMPLEMENTED, INTERNAL, DATA_LOSS -> INTERNAL;
        };
    }
}
