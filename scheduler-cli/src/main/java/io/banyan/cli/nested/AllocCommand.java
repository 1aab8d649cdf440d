package io.banyan.cli.nested;

import io.banyan.cli.jobs.ForegroundJob;
import io.banyan.cli.jobs.ForegroundNotices;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.InstanceOptions;
import io.banyan.cli.request.JobArguments;
import io.banyan.cli.request.JobOptions;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.JobRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan alloc}: waits for resources, and gives a shell on them with an instance of its own. */
@Command(
        name = "alloc",
        description = "Allocate resources, start an instance on them, and open a shell in it.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan alloc -N 2 -t 1h",
            "banyan alloc -n 4 -c 2 ./workflow.sh",
            "",
            "The shell, or COMMAND, runs on the first node. If standard input is a terminal, it gets "
                    + "its own terminal,",
            "connected to this one: keys, Ctrl-C and the window size are passed on. 'banyan run', "
                    + "'banyan submit' and the",
            "other commands in it use the instance. The resources are released when it ends, or when "
                    + "this command ends.",
            "The exit status is that of the shell or COMMAND."
        })
public final class AllocCommand implements Callable<Integer> {
    private static final String USUAL_SHELL = "/bin/sh";

    @Mixin
    private final ForegroundJob foreground;

    @Option(
            names = "--no-pty",
            description = "Run the shell or COMMAND without a terminal; it reads standard input directly.")
    private boolean noPty;

    @Mixin
    private final InstanceOptions instance = new InstanceOptions();

    @Mixin
    private final JobOptions options;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            parameterConsumer = Rest.class,
            description = "Command to run instead of a shell ($SHELL), with its arguments.")
    private List<String> command = new ArrayList<>();

    private final Terminal terminal;

    /** The command of a terminal. */
    public AllocCommand(Terminal terminal) {
        this(terminal, Optional.empty());
    }

    /** Creates the command of a terminal, with lines of its own on standard error. */
    public AllocCommand(Terminal terminal, Optional<ForegroundNotices> notices) {
        this.terminal = terminal;
        this.foreground = new ForegroundJob(terminal, notices);
        this.options = new JobOptions(terminal);
    }

    /** Takes the first word that is no option, and all behind it. */
    private static final class Rest implements IParameterConsumer {
        @Override
        @SuppressWarnings("JdkObsolete") // The interface is that of the library.
        public void consumeParameters(Stack<String> rest, ArgSpec argument, CommandSpec spec) {
            List<String> words = argument.getValue();
            while (!rest.isEmpty()) {
                words.add(rest.pop());
            }
        }
    }

    @Override
    public Integer call() {
        if (!options.areGiven()) {
            throw CommandFailure.wrongUse("missing -n or -N, one of which must set the size of the allocation");
        }
        if (!command.isEmpty() && command.getFirst().isBlank()) {
            throw CommandFailure.wrongUse("COMMAND is empty");
        }
        List<String> words = command.isEmpty() ? List.of(shell()) : command;
        JobRequest.Submit asked = options.request(NestedJob.once(options.jobspec(words)), "alloc");
        if (!asked.indices().isEmpty()) {
            throw CommandFailure.wrongUse("alloc runs one shell and cannot be used with --array");
        }
        JobRequest.Submit placed = !noPty && foreground.hasTerminal()
                ? ForegroundJob.withTerminal(asked, options.input())
                : ForegroundJob.withInput(asked, options.input(), false);
        JobRequest.Submit request = NestedJob.in(foreground.limited(placed, options.resources()), instance);
        return options.resources().isDryRun()
                ? RequestOptions.print(JobArguments.named(request), terminal)
                : foreground.run(request);
    }

    private static String shell() {
        return Optional.ofNullable(System.getenv("SHELL"))
                .filter(it -> it.startsWith("/"))
                .orElse(USUAL_SHELL);
    }
}
