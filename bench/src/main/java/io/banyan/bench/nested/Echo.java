package io.banyan.bench.nested;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The minimum cost of an exchange over gRPC: bytes up, bytes down, without processing. The first four bytes of a
 * question state the size of the answer, so that it can be as large as that of the compared exchange.
 */
final class Echo {
    /** How a call is made. */
    enum Mode {
        /** One stream that stays open, one question on it after the other. */
        STREAM,
        /** A call for each question. */
        UNARY
    }

    private static final long MOST_SECONDS = 30;
    private static final String SERVICE = "banyan.bench.Echo";
    private static final MethodDescriptor<byte[], byte[]> UNARY = method("Once", MethodType.UNARY);
    private static final MethodDescriptor<byte[], byte[]> STREAM = method("Stream", MethodType.BIDI_STREAMING);

    private final Channel channel;
    private final StreamObserver<byte[]> questions;
    private volatile CompletableFuture<byte[]> answer = new CompletableFuture<>();

    /** Opens the stream. */
    Echo(Channel channel) {
        this.channel = channel;
        this.questions = ClientCalls.asyncBidiStreamingCall(
                channel.newCall(STREAM, CallOptions.DEFAULT), new Observer(bytes -> answer.complete(bytes), problem -> {
                    answer.completeExceptionally(problem);
                }));
    }

    /** The server's side. */
    static ServerServiceDefinition service() {
        return ServerServiceDefinition.builder(SERVICE)
                .addMethod(UNARY, ServerCalls.asyncUnaryCall((question, answers) -> {
                    answers.onNext(answered(question));
                    answers.onCompleted();
                }))
                .addMethod(
                        STREAM,
                        ServerCalls.asyncBidiStreamingCall(
                                answers -> new Observer(question -> answers.onNext(answered(question)), problem -> {})))
                .build();
    }

    /**
     * One exchange; returns how long it took.
     *
     * @param up how many bytes go up, at least four
     * @param down how many come down
     */
    double millis(Mode mode, int up, int down) throws IOException, InterruptedException {
        byte[] question = new byte[up];
        ByteBuffer.wrap(question).putInt(down);
        long begin = System.nanoTime();
        byte[] back = switch (mode) {
            case UNARY -> ClientCalls.blockingUnaryCall(channel, UNARY, CallOptions.DEFAULT, question);
            case STREAM -> onStream(question);
        };
        double millis = (System.nanoTime() - begin) / 1e6;
        if (back.length != down) {
            throw new IOException("The echo has " + back.length + " bytes, expected " + down + ".");
        }
        return millis;
    }

    private byte[] onStream(byte[] question) throws IOException, InterruptedException {
        var next = new CompletableFuture<byte[]>();
        answer = next;
        questions.onNext(question);
        try {
            return next.get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The echo did not come back.", e);
        }
    }

    private static byte[] answered(byte[] question) {
        byte[] answer = new byte[ByteBuffer.wrap(question).getInt()];
        Arrays.fill(answer, (byte) 'x');
        return answer;
    }

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build();
    }

    /** Passes bytes unchanged. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Passes on messages. */
    private record Observer(java.util.function.Consumer<byte[]> next, java.util.function.Consumer<Throwable> problem)
            implements StreamObserver<byte[]> {
        @Override
        public void onNext(byte[] value) {
            next.accept(value);
        }

        @Override
        public void onError(Throwable error) {
            problem.accept(error);
        }

        @Override
        public void onCompleted() {
            problem.accept(new IOException("The stream has ended."));
        }
    }
}
