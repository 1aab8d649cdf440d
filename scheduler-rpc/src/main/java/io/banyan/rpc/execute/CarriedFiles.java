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
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files that a jobspec carries, in a directory of their own in that of the job. Only the owner of the job can read them.
 *
 * @param directory there only where the jobspec carries files
 */
record CarriedFiles(JobFiles files, Path directory) {
    private static final int READ = 0400;
    private static final int WRITE = 0200;
    private static final int EXECUTE = 0100;

    /** Those of a jobspec; of one that an earlier version took, with what would be refused now, none. */
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
