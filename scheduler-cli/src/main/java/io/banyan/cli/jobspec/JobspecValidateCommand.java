package io.banyan.cli.jobspec;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Sentence;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.Submittable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan jobspec validate}: says of each file whether it is a jobspec, and if not, why not. */
@Command(
        name = "validate",
        description = "Check jobspecs (YAML or JSON) with all checks of 'banyan submit' that do not need the "
                + "resource graph.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit status: 0 all jobspecs are valid, 1 otherwise; the reasons are on standard error."})
final class JobspecValidateCommand implements Callable<Integer> {
    /** UTF-8 needs at most four bytes for a character. */
    private static final long MAX_BYTES = 4L * JobspecReader.MAX_LENGTH;

    private static final Path STANDARD_INPUT = Path.of("-");

    /** The verdict on one file; the reason is empty where it is valid. */
    private record Verdict(String file, boolean valid, String reason) {}

    private final Terminal terminal;

    @Mixin
    private final Output output;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Jobspec files. None, or '-', means standard input.")
    private List<Path> files = List.of();

    JobspecValidateCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() throws IOException {
        List<Verdict> verdicts = new ArrayList<>();
        for (Path file : files.isEmpty() ? List.of(STANDARD_INPUT) : files) {
            Verdict verdict = verdict(file);
            verdicts.add(verdict);
            if (!verdict.valid()) {
                terminal.err().println(verdict.reason());
            }
        }
        output.print(verdicts, JobspecValidateCommand::text);
        return verdicts.stream().allMatch(Verdict::valid) ? ExitStatus.DONE : ExitStatus.NO;
    }

    private static String text(List<Verdict> verdicts) {
        StringBuilder lines = new StringBuilder();
        verdicts.stream()
                .filter(Verdict::valid)
                .forEach(verdict -> lines.append(verdict.file()).append(": valid\n"));
        return lines.toString();
    }

    private Verdict verdict(Path file) throws IOException {
        String name = file.equals(STANDARD_INPUT) ? "standard input" : file.toString();
        try {
            String text = file.equals(STANDARD_INPUT)
                    ? Texts.read(terminal.in(), name, MAX_BYTES)
                    : Texts.read(file, MAX_BYTES);
            Jobspec jobspec = JobspecReader.read(text, name);
            try {
                Submittable.check(jobspec);
            } catch (JobspecException e) {
                return new Verdict(name, false, Sentence.of(name + ": " + e.getMessage()));
            }
            return new Verdict(name, true, "");
        } catch (JobspecException | CommandFailure e) {
            return new Verdict(name, false, Sentence.of(String.valueOf(e.getMessage())));
        }
    }
}
