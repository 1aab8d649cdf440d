package io.banyan.bench.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Runs a benchmark as a command: {@code --help}, and one sentence for wrong use or a failure. */
public final class Benchmark {

    private Benchmark() {}

    /** Runs it with these arguments and ends the process: 0 done, 1 not, 2 called wrongly. */
    public static void main(Callable<Integer> benchmark, String... args) {
        System.exit(line(benchmark).execute(args));
    }

    /** The command of a benchmark that has picocli's annotations. */
    static CommandLine line(Callable<Integer> benchmark) {
        var line = new CommandLine(benchmark).setCaseInsensitiveEnumValuesAllowed(true);
        line.getCommandSpec().addMixin("help", CommandSpec.forAnnotatedObject(new Help()));
        return line.setParameterExceptionHandler((wrong, all) -> refuse(wrong))
                .setExecutionExceptionHandler((failure, of, all) -> fail(failure, of));
    }

    /**
     * For options with a least value.
     *
     * @throws ParameterException where the value is below it
     */
    public static void atLeast(double least, CommandSpec spec, String option, double value) {
        if (!(value >= least)) {
            throw new ParameterException(spec.commandLine(), "%s is at least %s.".formatted(option, plain(least)));
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static int refuse(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        String message = String.valueOf(wrong.getMessage()).replaceFirst("^Error: ", "");
        line.getErr().println(line.getCommandName() + ": " + message);
        line.getErr().println("'" + line.getCommandName() + " --help' lists the options.");
        return ExitCode.USAGE;
    }

    /**
     * Prints the message of a failure of the environment. Rethrows a defect of the benchmark itself, with its stack
     * trace.
     */
    private static int fail(Exception failure, CommandLine line) throws Exception {
        if (failure.getMessage() == null || failure instanceof IllegalStateException) {
            throw failure;
        }
        line.getErr().println(line.getCommandName() + ": " + failure.getMessage());
        return ExitCode.SOFTWARE;
    }

    @Command
    private static final class Help {
        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "show this help message and exit")
        @SuppressWarnings("UnusedVariable") // picocli asks for it.
        private boolean help;
    }
}
