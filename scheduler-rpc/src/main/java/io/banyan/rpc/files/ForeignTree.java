package io.banyan.rpc.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.UUID;

/**
 * Deletes a directory in which another user may change anything meanwhile, and nothing that is elsewhere. Each
 * directory in it is made this process's own when it is opened, so that nothing comes to it any more, and its
 * directories are moved to the top, so that it does not matter how deep they are. For one thread.
 */
public final class ForeignTree {
    private final Path top;
    private final UserPrincipal owner;
    private long left;

    private ForeignTree(Path top, UserPrincipal owner, long most) {
        this.top = top;
        this.owner = owner;
        this.left = most;
    }

    /**
     * Deletes a directory with all in it, links as such. O(files and directories in it).
     *
     * @param top in a directory that is this process's own
     * @param most how much is deleted or moved at the most
     * @throws IOException if not all of it can be deleted; the remaining files belong to this process
     */
    public static void delete(Path top, long most) throws IOException {
        UserPrincipal owner = Files.getOwner(top.toAbsolutePath().resolveSibling("."));
        var tree = new ForeignTree(top, owner, most);
        try {
            while (tree.emptiesMore()) {
                // Every round leaves the directories that were in those of the one before.
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Files.delete(top);
    }

    /** Deletes the present entries of the top, without the contents of its directories. */
    private boolean emptiesMore() throws IOException {
        boolean hasMore = false;
        try (ForeignDirectory directory = ForeignDirectory.open(top)) {
            directory.take(owner);
            for (Path name : directory.names()) {
                count();
                hasMore = true;
                if (directory.hasDirectory(name)) {
                    flatten(directory, name);
                } else {
                    directory.deleteFile(name);
                }
            }
        }
        return hasMore;
    }

    private void flatten(ForeignDirectory directory, Path name) throws IOException {
        try (ForeignDirectory inner = directory.enter(name)) {
            inner.take(owner);
            for (Path each : inner.names()) {
                count();
                if (inner.hasDirectory(each)) {
                    inner.move(each, directory, Path.of(UUID.randomUUID().toString()));
                } else {
                    inner.deleteFile(each);
                }
            }
        }
        directory.deleteDirectory(name);
    }

    private void count() throws FileSystemException {
        if (left-- <= 0) {
            throw new FileSystemException("There are too many files in " + top + " to delete them now.");
        }
    }
}
