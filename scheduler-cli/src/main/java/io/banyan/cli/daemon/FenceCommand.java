package io.banyan.cli.daemon;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Leftovers;
import io.banyan.rpc.launch.FarFence;
import io.banyan.rpc.launch.Fencing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan fence}: kills what is left of an instance. */
@Command(
        name = "fence",
        description =
                "Kill the daemon of a state directory, its command, and all that it has started, here and on other machines.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A daemon has this run on the machine of a child that it cannot reach, by its launch.command. To end an "
                    + "instance in good order there is 'banyan stop', and 'banyan cancel' for a child's job."
        })
public final class FenceCommand implements Callable<Integer> {
    /** What was done. */
    private record Fenced(String state, int killed, int released) {}

    @Mixin
    private final Output output;

    private final Terminal terminal;

    @Option(names = "--state", paramLabel = "DIR", required = true, description = "State directory of the instance.")
    private Path state = Path.of("");

    @Option(
            names = "--give-back",
            description =
                    "Give back as well what the instance, and those below it, have of providers of their own, within "
                            + "four minutes. Only for an instance whose job is over.")
    private boolean givesBack;

    public FenceCommand(Terminal terminal) {
        this.output = new Output(terminal);
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        var directory = new StateDirectory(state);
        if (!directory.exists()) {
            throw CommandFailure.no(
                    "There is no " + directory.path() + " here, so that nobody can say what ran in it.");
        }
        Fencing.Fenced fenced = Fencing.fence(directory);
        if (!fenced.problems().isEmpty()) {
            throw CommandFailure.no(fenced.problems());
        }
        Leftovers.GivenBack back = givesBack ? giveBack(directory) : Leftovers.GivenBack.NOTHING;
        List<String> debts = new ArrayList<>(fenced.debts());
        debts.addAll(back.problems());
        if (!debts.isEmpty()) {
            terminal.out().println(FarFence.indebted(directory));
            throw CommandFailure.no(debts);
        }
        output.print(
                new Fenced(directory.path().toString(), fenced.killed(), back.released()),
                done -> words(done) + FarFence.confirmation(directory));
        return ExitStatus.DONE;
    }

    private Leftovers.GivenBack giveBack(StateDirectory directory) {
        // A daemon that has this run would take it for a problem.
        if (terminal.isInteractive()) {
            Leftovers.giver(directory)
                    .ifPresent(other -> terminal.err()
                            .println("Process " + other.pid() + " gives back already; its end is waited for."));
        }
        return Leftovers.giveBack(directory, FarFence.GIVING_BACK);
    }

    private static String words(Fenced done) {
        String back = done.released() == 0
                ? ""
                : "what providers brought for " + done.released() + (done.released() == 1 ? " grow was" : " grows was")
                        + " given back\n";
        return done.killed() + (done.killed() == 1 ? " process was" : " processes were") + " killed\n" + back;
    }
}
