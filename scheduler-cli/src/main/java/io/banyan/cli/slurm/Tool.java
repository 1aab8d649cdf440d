package io.banyan.cli.slurm;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.request.ForeignOptions;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands of Slurm that there are here. */
@SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
enum Tool {
    SACCT(SacctCommand::new),
    SALLOC(SallocCommand::new),
    SBATCH(SbatchCommand::new),
    SCANCEL(ScancelCommand::new),
    SCONTROL(ScontrolCommand::new),
    SINFO(SinfoCommand::new),
    SQUEUE(SqueueCommand::new),
    SRUN(SrunCommand::new);

    private static final String DELIMITER = "--delimiter";
    private static final Set<String> VERSION = Set.of("-V", "--version");

    private final Function<ToolContext, Object> create;

    Tool(Function<ToolContext, Object> create) {
        this.create = create;
    }

    /** The name by which it is called. */
    String command() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether in a job with an instance of its own it asks the daemon of the job, and not that instance, on whose nodes
     * srun starts tasks.
     */
    boolean asksSubmittersDaemon() {
        return this != SRUN && this != SALLOC;
    }

    /** Runs it with these arguments, and returns its exit status. */
    int run(ToolContext context, List<String> arguments) {
        Object created = create.apply(context);
        return created instanceof RawTool raw
                ? run(context, raw, arguments)
                : run(context, new CommandLine(created), arguments);
    }

    private int run(ToolContext context, RawTool raw, List<String> arguments) {
        if (!arguments.isEmpty() && VERSION.contains(arguments.getFirst())) {
            context.print(new ToolOptions.SlurmVersion().getVersion()[0] + "\n");
            return ExitStatus.DONE;
        }
        try {
            return raw.run(arguments);
        } catch (CommandFailure e) {
            return failed(context, raw.options().inOwnNames(e.reason()));
        } catch (SlurmFailure | IllegalArgumentException e) {
            return failed(context, e);
        }
    }

    private int run(ToolContext context, CommandLine command, List<String> arguments) {
        return command.setOut(context.terminal().out())
                .setErr(context.terminal().err())
                .setExpandAtFiles(false)
                .setAbbreviatedOptionsAllowed(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(Tool::executed)
                .setParameterExceptionHandler((e, words) -> failed(context, e))
                .setExecutionExceptionHandler((e, line, parsed) -> failed(context, e))
                .execute(arguments.toArray(String[]::new));
    }

    /** Runs a command, unless an option has an empty value, which usually comes from a variable that is not set. */
    private static int executed(ParseResult parsed) {
        parsed.matchedOptions().stream()
                .filter(option -> !option.longestName().equals(DELIMITER))
                .filter(option -> option.stringValues().stream().anyMatch(String::isBlank))
                .findFirst()
                .ifPresent(option -> {
                    throw new ParameterException(
                            parsed.commandSpec().commandLine(), option.longestName() + ": the value is empty");
                });
        return new CommandLine.RunLast().execute(parsed);
    }

    /** Prints why it fails, and returns the status that it has then. */
    int failed(ToolContext context, Exception e) {
        return failed(context, e instanceof ParameterException wrong ? misuse(wrong) : message(e));
    }

    /** Prints why a command of Banyan fails that this one has started, with the names of its own options. */
    int failed(ToolContext context, ForeignOptions options, Exception e) {
        return failed(context, options.inOwnNames(e instanceof ParameterException wrong ? misuse(wrong) : message(e)));
    }

    private int failed(ToolContext context, String message) {
        context.tell(command() + ": error: " + message);
        return ExitStatus.NO;
    }

    private static String misuse(ParameterException e) {
        if (e.getCause() instanceof IndexOutOfBoundsException) {
            // The parser cannot read an empty word.
            return "an argument is empty";
        }
        return e instanceof UnmatchedArgumentException unmatched
                        && unmatched.getUnmatched().getFirst().startsWith("-")
                ? "unrecognized option '" + unmatched.getUnmatched().getFirst()
                        + "': not an option of this command, or not supported by Banyan"
                : String.valueOf(e.getMessage());
    }

    private static String message(Exception e) {
        return switch (e) {
            case CommandFailure failure -> failure.reason();
            case SlurmFailure failure -> String.valueOf(failure.getMessage());
            case IllegalArgumentException wrong -> String.valueOf(wrong.getMessage());
            case IOException io -> io.getClass().getSimpleName() + ": " + io.getMessage();
            default -> "Internal error: " + e;
        };
    }
}
