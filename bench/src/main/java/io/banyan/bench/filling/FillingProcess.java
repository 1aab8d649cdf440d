package io.banyan.bench.filling;

import io.banyan.workflow.fill.FillEffect;
import io.banyan.workflow.fill.TaskRange;
import io.banyan.workflow.fill.WorkerOffer;
import io.banyan.workflow.fill.node.FileFillJournal;
import io.banyan.workflow.fill.node.FillSecret;
import io.banyan.workflow.fill.node.FillServer;
import io.banyan.workflow.fill.node.FillServerOptions;
import io.banyan.workflow.fill.node.FillWorker;
import io.banyan.workflow.fill.node.FillWorkerOptions;
import io.banyan.workflow.fill.node.ProcessRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** A server or a worker in a process of its own, which {@link KilledFilling} kills. */
final class FillingProcess {
    private static final Duration COMEBACK = Duration.ofMillis(700);

    private FillingProcess() {}

    /** Runs it; the arguments are the role, the port, the directory and a name. */
    public static void main(String[] args) throws IOException, InterruptedException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1]));
        Path directory = Path.of(args[2]);
        FillSecret secret = FillSecret.read(directory.resolve("secret"));
        if (args[0].equals("server")) {
            serve(address, directory, secret);
        } else {
            WorkerOffer offer = WorkerOffer.cores(args[3], KilledFilling.CORES);
            var options = new FillWorkerOptions(address, secret, offer, Duration.ofSeconds(30));
            FillWorker.start(options, ProcessRunner.in(directory.resolve("outputs"), args[3], false))
                    .await();
        }
    }

    private static void serve(InetSocketAddress address, Path directory, FillSecret secret)
            throws IOException, InterruptedException {
        Path told = directory.resolve("told");
        try (FileFillJournal journal = FileFillJournal.open(directory.resolve("journal"));
                FillServer server = FillServer.start(new FillServerOptions(
                        address, secret, journal, COMEBACK, new FillServerOptions.Listener() {
                            @Override
                            public void ended(FillEffect.Ended ends) {
                                ends.done().forEach(range -> tell(told, range));
                            }
                        }))) {
            server.await(1);
        }
    }

    private static void tell(Path file, TaskRange range) {
        var text = new StringBuilder();
        for (int task = range.from(); task < range.to(); task++) {
            text.append(task).append('\n');
        }
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
