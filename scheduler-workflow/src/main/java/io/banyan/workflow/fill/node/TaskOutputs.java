package io.banyan.workflow.fill.node;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * The outputs of all tasks of a worker: one file, and an index with the set, task, stream, place and length of each
 * output. A task that ran twice has the later output. Any thread may store.
 */
final class TaskOutputs implements Closeable {
    private static final String OUTPUT = ".out";
    private static final String INDEX = ".index";
    private static final int ENTRY_BYTES = 2 * Integer.BYTES + 3 * Long.BYTES;

    private final FileChannel output;
    private final FileChannel index;

    private TaskOutputs(FileChannel output, FileChannel index) {
        this.output = output;
        this.index = index;
    }

    /**
     * Makes the two files of a worker.
     *
     * @throws IOException if they exist or cannot be made
     */
    static TaskOutputs create(Path directory, String worker) throws IOException {
        FileChannel output = open(directory.resolve(worker + OUTPUT));
        try {
            return new TaskOutputs(output, open(directory.resolve(worker + INDEX)));
        } catch (IOException e) {
            output.close();
            throw e;
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /** Copies a file, unless it is empty, as the output of a task. */
    synchronized void store(int set, int task, int stream, Path file) throws IOException {
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ)) {
            long length = from.size();
            if (length == 0) {
                return;
            }
            long place = output.position();
            long copied = 0;
            while (copied < length) {
                long count = from.transferTo(copied, length - copied, output);
                if (count <= 0) {
                    break;
                }
                copied += count;
            }
            ByteBuffer entry = ByteBuffer.allocate(ENTRY_BYTES);
            entry.putInt(set)
                    .putInt(task)
                    .putLong(stream)
                    .putLong(place)
                    .putLong(copied)
                    .flip();
            while (entry.hasRemaining()) {
                index.write(entry);
            }
        }
    }

    /**
     * Copies the output of a task from the files of all workers in a directory. O(ended tasks with output).
     *
     * @param stream 1 for the standard output, 2 for the standard error
     * @return whether there is one
     */
    static boolean read(Path directory, int set, int task, int stream, OutputStream to) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*" + INDEX)) {
            all.forEach(files::add);
        }
        Collections.sort(files);
        Path best = null;
        long[] found = {0, 0};
        for (Path file : files) {
            if (find(file, set, task, stream, found)) {
                String name = file.getFileName().toString();
                best = file.resolveSibling(name.substring(0, name.length() - INDEX.length()) + OUTPUT);
            }
        }
        if (best == null) {
            return false;
        }
        try (FileChannel from = FileChannel.open(best, StandardOpenOption.READ)) {
            from.transferTo(found[0], found[1], Channels.newChannel(to));
        }
        return true;
    }

    private static boolean find(Path file, int set, int task, int stream, long[] found) throws IOException {
        ByteBuffer entries = ByteBuffer.wrap(Files.readAllBytes(file));
        boolean isFound = false;
        while (entries.remaining() >= ENTRY_BYTES) {
            int ofSet = entries.getInt();
            int ofTask = entries.getInt();
            long ofStream = entries.getLong();
            long place = entries.getLong();
            long length = entries.getLong();
            if (ofSet == set && ofTask == task && ofStream == stream) {
                found[0] = place;
                found[1] = length;
                isFound = true;
            }
        }
        return isFound;
    }

    @Override
    public void close() throws IOException {
        output.close();
        index.close();
    }
}
