package io.banyan.rpc.execute;

import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.InputOptions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.OutputName;
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
import java.util.Optional;

/**
 * The files for the output of a job's processes. The jobspec names them, relative to the working directory; without
 * names, everything goes to the file {@code output} of the job's directory.
 *
 * @param file the file for standard output
 * @param errors the file for standard error; empty for the same
 * @param input the file that the processes read; empty for none
 * @param otherwise the file that states why the others cannot be opened
 * @param umask of the job's processes, which decides who can read the files
 * @param truncates whether the files are emptied first
 */
record JobOutput(Path file, Optional<Path> errors, Optional<Path> input, Path otherwise, int umask, boolean truncates) {
    /**
     * The files of a job.
     *
     * @param host the name of its first node; empty where it has none
     */
    static JobOutput of(JobRecord job, Jobspec jobspec, JobDirectory directory, String host) {
        ShellOptions options = ShellOptions.ofEarlier(jobspec.attributes());
        Path work = JobEnvironment.workingDirectory(jobspec, directory);
        Optional<ArrayPlace> array = job.submission().flatMap(Submission::array);
        var values = new OutputName.Values(
                job.id().value(),
                job.name(),
                job.owner(),
                array.map(ArrayPlace::first).orElse(job.id()).value(),
                array.map(ArrayPlace::index).orElse(0L),
                host);
        return new JobOutput(
                options.output().map(name -> work.resolve(name.of(values))).orElse(directory.output()),
                options.errors().map(name -> work.resolve(name.of(values))),
                options.input() instanceof InputOptions.File(OutputName name)
                        ? Optional.of(work.resolve(name.of(values)))
                        : Optional.empty(),
                directory.output(),
                options.umask().orElse(ProcessSettings.USUAL_UMASK),
                options.truncates());
    }

    /** Returns the output with files that are appended to, for a job that has begun before. */
    JobOutput appending() {
        return new JobOutput(file, errors, input, otherwise, umask, false);
    }

    /**
     * Returns the words that run a command as a user, or as the daemon if there is none, with its output in the files.
     */
    List<String> words(Optional<OsUser> user, List<String> command) throws IOException {
        String script = "umask \"$1\"; exec 2>>\"$2\"; out=$3; err=$4; shift 4; "
                + (truncates ? ": >\"$out\"; [ -z \"$err\" ] || : >\"$err\"; " : "")
                + "exec \"$@\" >>\"$out\" "
                + (errors.isPresent() ? "2>>\"$err\"" : "2>&1");
        List<String> words = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                script,
                "sh",
                String.format("%04o", umask),
                otherwise.toString(),
                file.toString(),
                errors.map(Path::toString).orElse("")));
        words.addAll(command);
        return user.isPresent() ? UserProcess.words(user.get(), words) : words;
    }

    /**
     * Makes the files, where the daemon's own user is to write them.
     *
     * @throws IOException with one sentence, where that is not possible
     */
    void requireWritable() throws IOException {
        requireWritable(file);
        if (errors.isPresent()) {
            requireWritable(errors.get());
        }
    }

    private void requireWritable(Path one) throws IOException {
        try {
            Umask.create(one, umask);
            Files.newOutputStream(one, StandardOpenOption.APPEND).close();
        } catch (NoSuchFileException e) {
            Path parent = one.toAbsolutePath().getParent();
            boolean isThere = parent != null && Files.isDirectory(parent);
            throw new IOException(
                    "its output file " + one + " cannot be created: "
                            + (isThere ? parent + " does not accept new files" : "no such directory"),
                    e);
        } catch (FileSystemException e) {
            String why = e.getReason() == null ? e.toString() : e.getReason();
            throw new IOException("its output file " + one + " cannot be written: " + why, e);
        }
    }
}
