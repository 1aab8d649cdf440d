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

/** {@code banyan fence}: kills the remaining processes of an instance. */
@Command(
        name = "fence",
        description = "Kill the daemon of a state directory, its command, and all processes it has started, on "
                + "this machine and others.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A daemon runs this command, with its launch.command, on the machine of a child that it "
                    + "cannot reach. For an orderly end, use 'banyan stop', or 'banyan cancel' for a child's "
                    + "job."
        })
public final class FenceCommand implements Callable<Integer> {
    /** The result of the command, as it is printed. */
    private record Fenced(String state, int killed, int released) {}

    @Mixin
    private final Output output;

    private final Terminal terminal;

    @Option(names = "--state", paramLabel = "DIR", required = true, description = "State directory of the instance.")
    private Path state = Path.of("");

    @Option(
            names = "--give-back",
            description = "Also release, within four minutes, the resources that the instance and those below it "
                    + "have from their own providers. Only for an instance whose job has ended.")
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
                    "There is no " + directory.path() + " here, so it is unknown which processes ran in it.");
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
                            .println("Process " + other.pid()
                                    + " is already releasing the resources; waiting for its end."));
        }
        return Leftovers.giveBack(directory, FarFence.GIVING_BACK);
    }

    private static String words(Fenced done) {
        String back = done.released() == 0
                ? ""
                : "resources of " + done.released() + (done.released() == 1 ? " grow was" : " grows was")
                        + " returned to providers\n";
        return done.killed() + (done.killed() == 1 ? " process was" : " processes were") + " killed\n" + back;
    }
}
