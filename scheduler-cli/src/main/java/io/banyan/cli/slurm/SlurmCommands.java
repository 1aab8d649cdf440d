package io.banyan.cli.slurm;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banyan slurm}: Slurm's commands. */
@Command(
        name = SlurmCommands.NAME,
        description = "Install commands that accept Slurm's options and print the output of Slurm's commands.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "install",
        footer = {
            "",
            "banyan slurm install ~/slurm-bin",
            "export PATH=~/slurm-bin:$PATH",
            "sbatch --wrap 'hostname'",
            "",
            "The commands are sacct, sbatch, scancel, scontrol, sinfo, squeue, srun and salloc. docs/user/slurm-commands.md describes their options."
        })
public final class SlurmCommands {
    static final String NAME = "slurm";

    @Mixin
    private final Target target = new Target();

    private SlurmCommands() {}

    /** The command with its subcommands. */
    public static CommandLine create(Terminal terminal) {
        var commands = new SlurmCommands();
        CommandLine command = new CommandLine(commands).addSubcommand("install", new InstallCommand(terminal));
        for (Tool tool : Tool.values()) {
            CommandLine passed = new CommandLine(new PassThroughCommand(tool, terminal, commands.target))
                    .setStopAtPositional(true)
                    .setStopAtUnmatched(true)
                    .setUnmatchedOptionsArePositionalParams(true);
            command.addSubcommand(tool.command(), passed);
        }
        return command;
    }
}
