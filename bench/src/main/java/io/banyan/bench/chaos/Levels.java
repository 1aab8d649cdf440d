package io.banyan.bench.chaos;

import io.banyan.cli.quickstart.QuickstartScenario;
import io.banyan.jobspec.JobspecException;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.PidFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Five levels of daemons, the lowest of which has two instances; the one in the middle reaches its parent over a link
 * that can be cut.
 */
final class Levels implements AutoCloseable {
    private static final int MIDDLE = 2;
    private static final String PARENT = "--parent";
    private static final long POLL_MILLIS = 10;

    private final List<ChaosLevel> all = new ArrayList<>();
    /** How the one in the middle is started. */
    private final List<String> command = new ArrayList<>();
    /** Nothing is left running, also where the user interrupts. */
    private final Thread interruption = new Thread(this::killAll, "banyan-chaos-interrupted");

    private @Nullable FaultyProxy link;

    private Levels(StateDirectory top) {
        all.add(ChaosLevel.top(top));
        Runtime.getRuntime().addShutdownHook(interruption);
    }

    /** Spawns all below the top, whose daemon runs. */
    static Levels below(StateDirectory top, Path jobspecs) throws IOException, ClientException, JobspecException {
        var levels = new Levels(top);
        try {
            levels.spawn(jobspecs);
            return levels;
        } catch (IOException | ClientException | JobspecException | RuntimeException e) {
            levels.close();
            throw e;
        }
    }

    private void spawn(Path jobspecs) throws IOException, ClientException, JobspecException {
        for (int level = 1; level <= 4; level++) {
            all.add(all.getLast()
                    .spawn("level" + level, QuickstartScenario.read(jobspecs.resolve("spawn-l" + level + ".yaml"))));
        }
        ChaosLevel leaf = all.getLast();
        all.add(leaf.above()
                .orElseThrow()
                .level()
                .spawn("leaf", QuickstartScenario.read(jobspecs.resolve("spawn-l4.yaml"))));
        ProcessHandle.Info info = process(middle()).info();
        command.add(info.command().orElseThrow());
        command.addAll(List.of(info.arguments().orElseThrow()));
        ChaosLevel above = middle().above().orElseThrow().level();
        FaultyProxy opened = new FaultyProxy(AddressFile.read(above.state()).resolve());
        link = opened;
        command.set(command.indexOf(PARENT) + 1, "127.0.0.1:" + opened.port());
    }

    List<ChaosLevel> all() {
        return List.copyOf(all);
    }

    /** The two at the bottom. */
    List<ChaosLevel> leaves() {
        return all.subList(all.size() - 2, all.size());
    }

    ChaosLevel middle() {
        return all.get(MIDDLE);
    }

    /** Between the one in the middle and its parent, once that was started again. */
    FaultyProxy link() {
        return Objects.requireNonNull(link, "the link is there once all are spawned");
    }

    private static ProcessHandle process(ChaosLevel level) {
        return PidFile.running(level.state().pid())
                .orElseThrow(() -> new IllegalStateException("No process of " + level.path() + " runs."));
    }

    /** Kills the process in the middle. */
    void kill() throws InterruptedException {
        ProcessHandle process = process(middle());
        process.destroyForcibly();
        while (process.isAlive()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** Starts another process of the one in the middle, with the options of the first, over the link. */
    void startAgain() throws IOException {
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        middle().state().output().toFile()))
                .start();
    }

    /** Sends the process in the middle a signal, STOP or CONT. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process(middle()).pid()))
                .start()
                .waitFor();
    }

    private void killAll() {
        all.stream()
                .skip(1)
                .flatMap(level -> PidFile.running(level.state().pid()).stream())
                .forEach(ProcessHandle::destroyForcibly);
    }

    /** Kills all processes below the top. */
    @Override
    public void close() throws IOException {
        killAll();
        FaultyProxy opened = link;
        if (opened != null) {
            opened.close();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(interruption);
        } catch (IllegalStateException interrupted) {
            // It does the same.
        }
    }
}
