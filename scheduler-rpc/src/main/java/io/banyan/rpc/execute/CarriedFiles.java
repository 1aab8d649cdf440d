package io.banyan.rpc.execute;

import io.banyan.jobspec.JobFiles;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.process.OsUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files that a jobspec carries, in a directory of their own in that of the job. Only the owner of the job can read
 * them.
 *
 * @param directory there only where the jobspec carries files
 */
record CarriedFiles(JobFiles files, Path directory) {
    /**
     * Puts the name of the directory into the words of the command, runs it, and deletes the directory. A signal that
     * ends the command is for that alone.
     */
    private static final String RUN = """
            banyan_mark='MARK'; banyan_left=$#; while [ "$banyan_left" -gt 0 ]; do \
            banyan_word=$1; banyan_done=; shift; banyan_left=$((banyan_left - 1)); while :; do case $banyan_word in \
            *"$banyan_mark"*) banyan_done=$banyan_done${banyan_word%%"$banyan_mark"*}$banyan_files; \
            banyan_word=${banyan_word#*"$banyan_mark"};; *) break;; esac; done; \
            set -- "$@" "$banyan_done$banyan_word"; done; trap : TERM HUP INT; "$@"; \
            banyan_left=$?; rm -rf -- "$banyan_files"; exit $banyan_left""".replace("MARK", JobFiles.DIRECTORY);

    private static final int READ = 0400;
    private static final int WRITE = 0200;
    private static final int EXECUTE = 0100;

    /**
     * The files that a jobspec carries. A jobspec that an earlier version accepted, with content that is refused now,
     * has none.
     */
    static CarriedFiles of(Jobspec jobspec, Path directory) {
        try {
            return new CarriedFiles(JobFiles.of(jobspec.attributes()), directory);
        } catch (IllegalArgumentException refusedNow) {
            return new CarriedFiles(new JobFiles(Map.of()), directory);
        }
    }

    /** Writes the files. O(their size). */
    void write() throws IOException {
        if (files.isEmpty()) {
            return;
        }
        Files.createDirectory(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        for (Map.Entry<String, JobFiles.JobFile> file : files.files().entrySet()) {
            Path path = directory.resolve(file.getKey());
            Files.write(path, file.getValue().bytes(), StandardOpenOption.CREATE_NEW);
            Files.setPosixFilePermissions(path, permissions(file.getValue().permissions()));
        }
    }

    /** Makes a user the owner of the files, before that user can change the directory of the job. */
    void giveTo(OsUser user) throws IOException {
        for (String name : files.files().keySet()) {
            user.own(directory.resolve(name));
        }
    }

    /** The words of a command in which the directory has its name. */
    List<String> resolved(List<String> command) {
        return files.isEmpty()
                ? command
                : command.stream()
                        .map(word -> JobFiles.resolved(word, directory.toString()))
                        .toList();
    }

    /** The lines of a shell that write the files to a new directory on another machine. O(their size). */
    String sent() {
        if (files.isEmpty()) {
            return "";
        }
        var lines = new StringBuilder("banyan_files=$(mktemp -d \"${TMPDIR:-/tmp}/banyan.XXXXXXXX\") || exit 126\n");
        files.files().forEach((name, file) -> {
            String path = "\"$banyan_files\"/" + JobScript.quoted(name);
            lines.append("printf %s ")
                    .append(Base64.getEncoder().encodeToString(file.bytes()))
                    .append(" | base64 -d >")
                    .append(path)
                    .append(String.format(" && chmod %03o ", file.permissions()))
                    .append(path)
                    .append(" || exit 126\n");
        });
        return lines.toString();
    }

    /** The shell command that runs its arguments on another machine, behind {@link #sent}. */
    String run() {
        return files.isEmpty() ? "exec \"$@\"" : RUN;
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        if ((mode & READ) != 0) {
            permissions.add(PosixFilePermission.OWNER_READ);
        }
        if ((mode & WRITE) != 0) {
            permissions.add(PosixFilePermission.OWNER_WRITE);
        }
        if ((mode & EXECUTE) != 0) {
            permissions.add(PosixFilePermission.OWNER_EXECUTE);
        }
        return permissions;
    }
}
