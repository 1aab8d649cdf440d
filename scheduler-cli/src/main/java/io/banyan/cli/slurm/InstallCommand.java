package io.banyan.cli.slurm;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.rpc.launch.LaunchCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan slurm install}: writes a script for each of Slurm's commands. */
@Command(
        name = "install",
        description = "Write Slurm's commands into a directory, to be put first on the PATH.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Each command is a script that calls 'banyan slurm'. It uses the same daemon as 'banyan': see $BANYAN_STATE,",
            "$BANYAN_ADDRESS and 'banyan context'."
        })
final class InstallCommand implements Callable<Integer> {
    /** A script with this line is one that this command may write over. */
    private static final String MARK = "# Written by 'banyan slurm install'.";

    private static final int BEGINNING = 4_096;

    @Mixin
    private final Output output;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "State directory of the daemon that the commands use if the environment names none.")
    private @Nullable Path state;

    @Parameters(paramLabel = "DIR", description = "Directory; it is created if it does not exist.")
    private Path directory = Path.of("");

    InstallCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    /** The commands that were written, as they are printed. */
    private record Installed(String directory, List<String> commands) {}

    @Override
    public Integer call() {
        String launcher = launcher();
        Path place = directory.toAbsolutePath().normalize();
        OutputFile.make(place);
        List<String> commands = Arrays.stream(Tool.values()).map(Tool::command).toList();
        commands.forEach(command -> requireOwn(place.resolve(command)));
        commands.forEach(command -> write(place.resolve(command), script(launcher, command)));
        output.print(
                new Installed(place.toString(), commands),
                written ->
                        String.join(" ", written.commands()) + "\nexport PATH=" + quoted(place.toString()) + ":$PATH");
        return ExitStatus.DONE;
    }

    /** The script that started this process, or else this virtual machine. */
    private static String launcher() {
        return LaunchCommand.ofThisProcess(System.getenv()).prefix().stream()
                .map(InstallCommand::quoted)
                .collect(Collectors.joining(" "));
    }

    private String script(String launcher, String command) {
        String daemon = state == null
                ? ""
                : "if [ -z \"$BANYAN_STATE$BANYAN_ADDRESS$BANYAN_CONTEXT\" ]; then\n    BANYAN_STATE="
                        + quoted(state.toAbsolutePath().normalize().toString()) + "\n    export BANYAN_STATE\nfi\n";
        return "#!/bin/sh\n" + MARK + "\n" + daemon + "exec " + launcher + " slurm " + command + " \"$@\"\n";
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** Does not write over Slurm itself. */
    private static void requireOwn(Path file) {
        try {
            boolean isOwn = Files.notExists(file, LinkOption.NOFOLLOW_LINKS)
                    || (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isMarked(file));
            if (!isOwn) {
                throw CommandFailure.no(
                        file + " already exists and was not written by this command; nothing was changed");
            }
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }

    /** Whether the beginning of a file has the mark. Slurm's own commands are no text. */
    private static boolean isMarked(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1).contains(MARK);
        }
    }

    /** Writes a file beside it first: another process may be running the old one. */
    private static void write(Path file, String script) {
        try {
            Path fresh = Files.createTempFile(
                    file.getParent(),
                    file.getFileName() + ".",
                    ".new",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Files.writeString(fresh, script);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }
}
