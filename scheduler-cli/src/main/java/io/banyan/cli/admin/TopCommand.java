package io.banyan.cli.admin;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobEnd;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan top}: shows the state of an instance on a screen that is updated. */
@Command(
        name = "top",
        description = "Show the usage of an instance, its running jobs, and its pending jobs with their " + "reasons.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A terminal is updated every two seconds until interrupted; otherwise the output is "
                    + "printed once. Pending jobs are listed by id. Drained and down cores count as used."
        })
public final class TopCommand implements Callable<Integer> {
    private static final int USUAL_JOBS = 10;
    private static final int MOST_JOBS = 1_000;
    private static final int WIDTH = 160;
    private static final int MOST_SECONDS = 3_600;
    private static final long MILLIS = 1_000;
    private static final String TO_OTHER_SCREEN = "\u001b[?1049h";
    private static final String BACK = "\u001b[?1049l";
    private static final String TO_THE_TOP = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K\n";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final Terminal terminal;

    @Mixin
    private final Asked asked;

    @Option(names = "--once", description = "Print once, even on a terminal.")
    private boolean once;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "Time between updates (default ${DEFAULT-VALUE}).")
    private int interval = 2;

    @Option(
            names = "--updates",
            paramLabel = "N",
            description = "Stop after N updates. Without a terminal, the updates follow each other; with -o json, "
                    + "each is one line.")
    private long updates;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Maximum number of running and of pending jobs to show (default ${DEFAULT-VALUE}).")
    private int jobs = USUAL_JOBS;

    private String trouble = "";

    public TopCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        if (interval < 1 || interval > MOST_SECONDS) {
            throw CommandFailure.wrongUse("--interval must be 1 to " + MOST_SECONDS + " seconds, found " + interval);
        }
        if (jobs < 1 || jobs > MOST_JOBS) {
            throw CommandFailure.wrongUse("--jobs must be 1 to " + MOST_JOBS + ", found " + jobs);
        }
        if (updates < 0 || (once && updates > 0)) {
            throw CommandFailure.wrongUse("--updates must be at least 1 and cannot be used with --once");
        }
        boolean isLive = terminal.isInteractive() && !asked.isData() && !once;
        if (updates == 0 && !isLive) {
            asked.print(asked.ask(client -> new TopLook(client, jobs).look(now())), view -> view.text(WIDTH));
            return ExitStatus.DONE;
        }
        watch(isLive);
        return ExitStatus.DONE;
    }

    private static long now() {
        return Instant.now().getEpochSecond();
    }

    private void watch(boolean isLive) {
        Thread restore = Thread.ofPlatform().unstarted(() -> write(BACK));
        if (isLive) {
            Runtime.getRuntime().addShutdownHook(restore);
            write(TO_OTHER_SCREEN);
        }
        try (BanyanClient client = asked.target().connect()) {
            var look = new TopLook(client, jobs);
            for (long shown = 1; !asked.isLost(); shown++) {
                show(look, isLive, shown);
                if (shown == updates) {
                    break;
                }
                Thread.sleep(interval * MILLIS);
            }
        } catch (ClientException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (isLive) {
                write(BACK);
                Runtime.getRuntime().removeShutdownHook(restore);
            }
        }
    }

    /** A daemon that is away for a moment is waited for, once it was there. */
    private void show(TopLook look, boolean isLive, long shown) throws ClientException {
        try {
            TopView view = look.look(now());
            trouble = "";
            if (isLive) {
                write(TO_THE_TOP + Printable.text(view.text(WIDTH)).replace("\n", CLEAR_LINE) + CLEAR_BELOW);
            } else {
                asked.printLine(view, it -> (shown > 1 ? "\n" : "") + it.text(WIDTH));
            }
        } catch (ClientException e) {
            if (shown == 1 || !JobEnd.isPassing(e.failure())) {
                throw e;
            }
            if (trouble.isEmpty()) {
                trouble = String.valueOf(e.getMessage());
                asked.tell("banyan: " + trouble);
            }
        }
    }

    private void write(String text) {
        terminal.out().print(text);
        terminal.out().flush();
    }
}
