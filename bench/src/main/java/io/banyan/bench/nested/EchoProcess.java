package io.banyan.bench.nested;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of its own that echoes, with a connection to it. It ends with this. For one thread. */
final class EchoProcess implements AutoCloseable {
    private static final long END_SECONDS = 5;
    /** The options with which the launcher starts daemons. */
    private static final List<String> OPTIONS = List.of(
            "--enable-native-access=ALL-UNNAMED", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseCompactObjectHeaders");

    private final Process process;
    private final ManagedChannel channel;
    private final Echo echo;

    /**
     * Starts it, on the class path and the JDK of this process.
     *
     * @param javaOptions for its virtual machine
     */
    EchoProcess(List<String> javaOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), EchoServer.class.getName()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String port = process.inputReader().readLine();
        if (port == null) {
            throw new IOException("The process that echoes did not start.");
        }
        channel = NettyChannelBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)))
                .directExecutor()
                .maxInboundMessageSize(Integer.MAX_VALUE)
                .usePlaintext()
                .build();
        echo = new Echo(channel);
    }

    /** The connection. */
    Echo echo() {
        return echo;
    }

    @Override
    public void close() throws IOException {
        channel.shutdownNow();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
