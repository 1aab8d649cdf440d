package io.banyan.rpc.execute;

import io.banyan.instance.Effect;
import io.banyan.jobspec.ShellOptions;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.ProcessSettings;
import io.banyan.rpc.process.Umask;
import io.banyan.rpc.process.UserProcess;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where what a job's processes write goes: to its {@code attributes.system.shell.options.output.stdout.path}, as Flux has it, in which {@code {{id}}} stands for
 * the job's number; else to the file {@code output} of its directory.
 *
 * @param file where it goes
 * @param otherwise the file that says why the other cannot be opened
 * @param umask of the job's processes, which decides who can read the file
 */
record JobOutput(Path file, Path otherwise, int umask) {
    private static final String[] KEYS = {"shell", "options", "output", "stdout", "path"};

    static JobOutput of(Effect.StartJob start, JobDirectory directory) {
        Path work = JobEnvironment.workingDirectory(start.jobspec(), directory);
        Path file = said(start.jobspec().attributes().system())
                .map(path -> work.resolve(path.replace("{{id}}", start.job().toString())))
                .orElse(directory.output());
        int umask = ShellOptions.of(start.jobspec().attributes()).umask().orElse(ProcessSettings.USUAL_UMASK);
        return new JobOutput(file, directory.output(), umask);
    }

    private static Optional<String> said(Map<String, ? extends @Nullable Object> system) {
        @Nullable Object at = system;
        for (String key : KEYS) {
            at = at instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return at instanceof String path ? Optional.of(path) : Optional.empty();
    }

    /** The words that run a command as a user, or as the daemon where there is none, with what it writes appended to the file. */
    List<String> words(Optional<OsUser> user, List<String> command) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                "umask \"$1\"; exec 2>>\"$2\"; out=$3; shift 3; exec \"$@\" >>\"$out\" 2>&1",
                "sh",
                String.format("%04o", umask),
                otherwise.toString(),
                file.toString()));
        words.addAll(command);
        return user.isPresent() ? UserProcess.words(user.get(), words) : words;
    }

    /**
     * Makes the file, where the daemon's own user is to write it.
     *
     * @throws IOException with one sentence, where that is not possible
     */
    void requireWritable() throws IOException {
        try {
            Umask.create(file, umask);
            Files.newOutputStream(file, StandardOpenOption.APPEND).close();
        } catch (NoSuchFileException e) {
            Path parent = file.toAbsolutePath().getParent();
            boolean isThere = parent != null && Files.isDirectory(parent);
            throw new IOException(
                    "its output file " + file + " cannot be made: "
                            + (isThere ? parent + " takes no files" : "there is no such directory"),
                    e);
        } catch (FileSystemException e) {
            String why = e.getReason() == null ? e.toString() : e.getReason();
            throw new IOException("its output file " + file + " cannot be written: " + why, e);
        }
    }
}
