package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.WorkerOffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A worker in a process of its own, which tests kill. */
final class FillWorkerProcess {
    private FillWorkerProcess() {}

    /** Runs a worker; the arguments are the port, the file of the secret, the cores, the outputs and its name. */
    public static void main(String[] args) throws IOException, InterruptedException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        WorkerOffer offer = WorkerOffer.cores(args[4], Integer.parseInt(args[2]));
        var options = new FillWorkerOptions(address, FillSecret.read(Path.of(args[1])), offer, Duration.ofSeconds(30));
        FillWorker.start(options, ProcessRunner.in(Path.of(args[3]), args[4], false))
                .await();
    }

    static Process start(int port, Path secret, int cores, Path outputs, String name) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FillWorkerProcess.class.getName(),
                        String.valueOf(port),
                        secret.toString(),
                        String.valueOf(cores),
                        outputs.toString(),
                        name))
                .inheritIO()
                .start();
    }
}
