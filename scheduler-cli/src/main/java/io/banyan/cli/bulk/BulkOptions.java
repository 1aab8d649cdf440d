package io.banyan.cli.bulk;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.LineOptions;
import io.banyan.jobspec.Task;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a command that submits many jobs: where they are described. */
public final class BulkOptions {
    /** The most jobs of one command. */
    static final int MOST_JOBS = 100_000;
    /** The longest word of a command that the kernel takes. */
    private static final int MOST_WORD_BYTES = 131_071;

    @Option(
            names = "--each-line",
            paramLabel = "FILE",
            description = "Submit one job for each line of FILE, or of standard input with '-'. /bin/sh runs the "
                    + "line. Other options apply to all jobs. Empty lines and lines that begin with # are "
                    + "skipped. The maximum is 100000 jobs.")
    private @Nullable String eachLine;

    @Option(
            names = "--from-json",
            paramLabel = "FILE",
            description = "Submit one job for each line of FILE, or of standard input with '-'. A line is a JSON "
                    + "object with a 'command' (a text for the shell, or a list of words) or a 'jobspec', and "
                    + "options of this command without their dashes, such as {\"command\": \"./a 1\", "
                    + "\"tasks\": 2, \"time\": \"10m\", \"env\": {\"SEED\": \"1\"}}. Other options are "
                    + "defaults for all jobs.")
    private @Nullable String fromJson;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    private final Terminal terminal;

    public BulkOptions(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Whether jobs are described in a file. */
    public boolean isGiven() {
        return eachLine != null || fromJson != null;
    }

    /**
     * The jobs.
     *
     * @throws CommandFailure where there are none, too many, or one cannot be read
     */
    public List<BulkJob> jobs() {
        if (eachLine != null && fromJson != null) {
            throw CommandFailure.wrongUse("--each-line cannot be used with --from-json");
        }
        if (command == null) {
            throw new IllegalStateException("these options do not belong to a command");
        }
        var options = new LineOptions(command, terminal);
        String file = eachLine == null ? fromJson : eachLine;
        var lines = new JobLines(String.valueOf(file), terminal);
        List<BulkJob> jobs = new ArrayList<>();
        for (JobLines.Line line : lines.read(eachLine != null)) {
            jobs.add(
                    eachLine == null
                            ? new JsonJob(line.text(), line.place()).read(options)
                            : new BulkJob(
                                    line.place(),
                                    options.command(List.of(), shell(line.text(), line.place()), line.place())));
        }
        if (jobs.isEmpty()) {
            throw CommandFailure.no(lines.name() + ": contains no jobs");
        }
        return jobs;
    }

    /** The words that run a text in the shell. */
    static List<String> shell(String text, String place) {
        return requireRunnable(List.of("/bin/sh", "-c", text), place);
    }

    /** The words of a {@link Task}, where the kernel can run them. */
    static List<String> requireRunnable(List<String> words, String place) {
        for (String word : words) {
            int bytes = word.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MOST_WORD_BYTES) {
                throw CommandFailure.no(
                        place + ": a word of a command can have at most " + MOST_WORD_BYTES + " bytes, found " + bytes);
            }
            if (word.indexOf('\0') >= 0) {
                throw CommandFailure.no(place + ": a command must not contain NUL characters");
            }
        }
        return words;
    }
}
