package io.banyan.rpc.wire.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.DirectAnswer;
import io.banyan.v1.DirectCall;
import io.banyan.v1.DirectHeader;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.List;

/** The head before the message of a direct call and of its answer, as bytes: see {@code direct.proto}. O(bytes). */
public final class DirectHead {
    private DirectHead() {}

    /**
     * A call.
     *
     * @param method by its full name, such as {@code banyan.v1.Scheduler/Jobs}
     * @param headers of it
     * @param timeoutMillis how long the client waits
     */
    public record Call(String method, Metadata headers, long timeoutMillis) {
        /** The call as bytes. */
        public byte[] bytes() {
            return DirectCall.newBuilder()
                    .setMethod(method)
                    .addAllHeaders(written(headers))
                    .setTimeoutMillis(timeoutMillis)
                    .build()
                    .toByteArray();
        }

        /**
         * Reads one.
         *
         * @throws WireException if the bytes are none
         */
        public static Call read(byte[] bytes) throws WireException {
            try {
                DirectCall call = DirectCall.parseFrom(bytes);
                if (call.getTimeoutMillis() <= 0) {
                    throw new WireException("The deadline of a call must be more than 0 ms.");
                }
                return new Call(call.getMethod(), DirectHead.read(call.getHeadersList()), call.getTimeoutMillis());
            } catch (InvalidProtocolBufferException e) {
                throw new WireException("The message is not a call.", e);
            }
        }
    }

    /**
     * How a call ended.
     *
     * @param trailers of it
     */
    public record Answer(Status status, Metadata trailers) {
        /** The answer as bytes. */
        public byte[] bytes() {
            String sentence = status.getDescription();
            return DirectAnswer.newBuilder()
                    .setCode(status.getCode().value())
                    .setSentence(sentence == null ? "" : sentence)
                    .addAllTrailers(written(trailers))
                    .build()
                    .toByteArray();
        }

        /**
         * Reads one.
         *
         * @throws WireException if the bytes are none
         */
        public static Answer read(byte[] bytes) throws WireException {
            try {
                DirectAnswer answer = DirectAnswer.parseFrom(bytes);
                Status status = Status.fromCodeValue(answer.getCode());
                return new Answer(
                        answer.getSentence().isEmpty() ? status : status.withDescription(answer.getSentence()),
                        DirectHead.read(answer.getTrailersList()));
            } catch (InvalidProtocolBufferException e) {
                throw new WireException("The message is not an answer.", e);
            }
        }
    }

    private static List<DirectHeader> written(Metadata headers) {
        return headers.keys().stream()
                .filter(name -> !name.endsWith(Metadata.BINARY_HEADER_SUFFIX))
                .map(name -> DirectHeader.newBuilder()
                        .setName(name)
                        .setValue(String.valueOf(headers.get(key(name))))
                        .build())
                .toList();
    }

    private static Metadata read(List<DirectHeader> headers) throws WireException {
        var read = new Metadata();
        try {
            for (DirectHeader header : headers) {
                read.put(key(header.getName()), header.getValue());
            }
        } catch (IllegalArgumentException e) {
            throw new WireException("A header has an invalid name.", e);
        }
        return read;
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }
}
