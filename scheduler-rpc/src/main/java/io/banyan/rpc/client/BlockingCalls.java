package io.banyan.rpc.client;

import io.banyan.instance.message.value.InstancePath;
import io.banyan.rpc.transport.ConnectionLimits;
import io.banyan.rpc.transport.Location;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.InstanceHeader;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Blocking calls with a deadline, whose errors are sentences.
 *
 * @param places where the daemon may be
 * @param options of each call, with the credentials that open it
 * @param deadline of each call
 * @param instance to which the daemon is to pass them on; empty for the daemon's own
 */
record BlockingCalls(
        DaemonAddresses places,
        CallOptions options,
        Duration deadline,
        boolean encrypted,
        Optional<InstancePath> instance) {

    /** Parts of gRPC's messages about an answer in another protocol. */
    private static final List<String> OTHER_PROTOCOLS =
            List.of("http2 exception", "HTTP status code", "invalid content-type");

    /** Reads a message into a value of the core. */
    interface Reader<M, V> {
        V read(M message) throws WireException;
    }

    BlockingCalls within(Duration other) {
        return new BlockingCalls(places, options, other, encrypted, instance);
    }

    private Channel channel(DaemonAddresses.Place place) {
        if (instance.isEmpty()) {
            return place.channel();
        }
        var headers = new Metadata();
        headers.put(InstanceHeader.KEY, instance.get().toString());
        return ClientInterceptors.intercept(place.channel(), MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    /** Calls, and reads the reply. */
    <Q, A, V> V ask(MethodDescriptor<Q, A> method, Q request, Reader<A, V> reader) throws ClientException {
        A reply = call(method, request);
        try {
            return reader.read(reply);
        } catch (WireException e) {
            throw notUnderstood(e);
        }
    }

    /** Receives the messages of a stream; returns false to end it. */
    interface Taker<A> {
        boolean take(A message) throws WireException;
    }

    /** Calls for a stream without end, until the taker has had enough. */
    <Q, A> void stream(MethodDescriptor<Q, A> method, Q request, Taker<A> taker) throws ClientException {
        DaemonAddresses.Place place = places.leader(System.nanoTime() + deadline.toNanos());
        Context.CancellableContext until = Context.current().withCancellation();
        Context outer = until.attach();
        try {
            Iterator<A> messages = ClientCalls.blockingServerStreamingCall(channel(place), method, options, request);
            boolean isWanted = true;
            while (isWanted && messages.hasNext()) {
                isWanted = taker.take(messages.next());
            }
        } catch (StatusRuntimeException e) {
            Failure failure = Failure.in(e);
            places.lost(place);
            throw new ClientException(failure, sentence(place.address(), failure, e), e);
        } catch (WireException e) {
            throw notUnderstood(e);
        } finally {
            until.detach(outer);
            until.cancel(null);
        }
    }

    private static ClientException notUnderstood(WireException e) {
        return new ClientException(
                Failure.INTERNAL,
                "The daemon sent an answer that this version does not understand: " + Failure.sentenceOf(e),
                e,
                true);
    }

    /** Calls the daemon that leads. One that only waits, or stops, has done nothing, so that the next is asked. */
    <Q, A> A call(MethodDescriptor<Q, A> method, Q request) throws ClientException {
        long untilNanos = System.nanoTime() + deadline.toNanos();
        Set<Location> stopping = new HashSet<>();
        while (true) {
            DaemonAddresses.Place place = places.leader(untilNanos);
            CallOptions timed = options.withDeadlineAfter(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS)
                    .withMaxInboundMessageSize(ConnectionLimits.MAX_REPLY_BYTES);
            try {
                return ClientCalls.blockingUnaryCall(channel(place), method, timed, request);
            } catch (StatusRuntimeException e) {
                Failure failure = Failure.in(e);
                if (isOfThePlace(failure)) {
                    places.lost(place);
                }
                // The stopping instance may be one further down; then every leader would return the same failure.
                boolean mayAskNext =
                        failure == Failure.STANDBY || (failure == Failure.STOPPING && stopping.add(place.address()));
                if (!mayAskNext || !places.areSeveral()) {
                    throw new ClientException(
                            failure,
                            sentence(place.address(), failure, e),
                            e,
                            isUnanswered(place.address(), failure, e));
                }
            }
        }
    }

    /** Whether another daemon may answer where this one does not. */
    private static boolean isOfThePlace(Failure failure) {
        return switch (failure) {
            case STANDBY, STOPPING, JOURNAL, UNREACHABLE, DEADLINE -> true;
            case Failure other -> false;
        };
    }

    /** Whether the daemon may have received the call, so that its result is unknown. */
    private static boolean isUnanswered(Location address, Failure failure, StatusRuntimeException error) {
        if (Failure.isFromDaemon(error) || isNoDaemon(error)) {
            return false;
        }
        return failure == Failure.DEADLINE || (failure == Failure.UNREACHABLE && Unreached.isClosed(address, error));
    }

    private String sentence(Location address, Failure failure, StatusRuntimeException error) {
        if (isNoDaemon(error)) {
            return "The server at " + address + " is not a Banyan daemon, or has another version.";
        }
        return switch (failure) {
            case UNREACHABLE ->
                Failure.isFromDaemon(error) ? Failure.sentenceOf(error) : Unreached.sentence(address, error, encrypted);
            case UNAUTHENTICATED -> unknownSentence(address, error);
            case DEADLINE -> deadlineSentence(address, error);
            case OVERLOADED -> overloadedSentence(error);
            case FORBIDDEN, INVALID, BAD_JOBSPEC, NOT_FOUND, EXISTS, NOT_NOW, TOO_LARGE, INCOMPATIBLE ->
                Failure.sentenceOf(error);
            case JOURNAL, STOPPING, STANDBY, INTERNAL -> Failure.sentenceOf(error);
        };
    }

    /** For other credentials than a token, the daemon's own sentence names the unknown one. */
    private static String unknownSentence(Location address, StatusRuntimeException error) {
        String sentence = Failure.sentenceOf(error);
        return !Failure.isFromDaemon(error) || sentence.contains("the token")
                ? "The daemon at " + address + " does not know this token.\n"
                        + "Maybe the token belongs to another daemon's state directory."
                : sentence;
    }

    /** With the time after which it is worth asking again, where the sentence does not say it. */
    private static String overloadedSentence(StatusRuntimeException error) {
        String sentence = Failure.sentenceOf(error);
        OptionalLong wait = Failure.retryAfterMillis(error);
        return wait.isEmpty() || sentence.contains("try again in")
                ? sentence
                : sentence.replaceFirst("; try again later\\.$|\\.$", "; try again in " + wait.getAsLong() + " ms.");
    }

    /** Whether something answered that does not speak gRPC, or knows nothing of the call. */
    private static boolean isNoDaemon(StatusRuntimeException error) {
        String text = Failure.sentenceOf(error);
        return !Failure.isFromDaemon(error)
                && (error.getStatus().getCode() == Status.Code.UNIMPLEMENTED
                        || OTHER_PROTOCOLS.stream().anyMatch(text::contains));
    }

    private String deadlineSentence(Location address, StatusRuntimeException error) {
        return Failure.isFromDaemon(error)
                ? Failure.sentenceOf(error)
                : "The daemon at " + address + " did not answer within " + deadline.toMillis() / 1000.0 + " s.";
    }
}
