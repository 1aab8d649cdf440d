package io.banyan.rpc.audit;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with one line of JSON for every change, which its owner only can read. A caller puts an entry into a queue. A
 * thread of the log writes the queued entries ten times a second, without a sync: a daemon that is killed loses the
 * lines of its last tenth of a second, while its decisions are in its journal. If the queue is long, the caller itself
 * writes the entries, so that none is lost and memory is bounded. Any thread may call.
 */
public final class AuditLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final int LONG_QUEUE = 65_536;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int BATCH = 1024;

    private final Path file;
    private final ConcurrentLinkedQueue<AuditEntry> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final ReentrantLock writing = new ReentrantLock();
    private final Thread thread;
    /** Null until there is something to write. */
    private @Nullable Writer writer;

    private long bytes;
    private boolean failing;
    /** Whether the file is full and cannot be put aside. */
    private boolean stuck;

    private volatile long mostBytes;
    private volatile int oldFiles;
    private volatile boolean closed;
    private volatile Latecomers latecomers = all -> List.of();

    /** A source of entries that become due over time. */
    @FunctionalInterface
    interface Latecomers {
        /** The entries that are due, or all pending entries. */
        List<AuditEntry> due(boolean all);
    }

    private AuditLog(Path file, long mostBytes, int oldFiles) {
        this.file = file;
        this.mostBytes = mostBytes;
        this.oldFiles = oldFiles;
        this.thread = Thread.ofPlatform().name("banyan-audit").daemon(true).unstarted(this::run);
    }

    /**
     * A log that goes on with a file, or begins it with the first entry.
     *
     * @param mostBytes how long it becomes before it is put aside as {@code .1} and another is begun
     * @param oldFiles how many of those that were put aside are kept
     */
    public static AuditLog open(Path file, long mostBytes, int oldFiles) {
        var log = new AuditLog(file, mostBytes, oldFiles);
        log.thread.start();
        return log;
    }

    /** From now on a file becomes so long, and so many old ones are kept. */
    public void limitTo(long newMostBytes, int newOldFiles) {
        mostBytes = newMostBytes;
        oldFiles = newOldFiles;
    }

    /** Requests the due lines from this source before each write from now on. */
    void ask(Latecomers whom) {
        latecomers = whom;
    }

    /** Leaves an entry to be written. */
    void add(AuditEntry entry) {
        queue.add(entry);
        if (waiting.incrementAndGet() >= LONG_QUEUE) {
            writeOut();
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        latecomers.due(true).forEach(this::add);
        writeOut();
        writing.lock();
        try {
            if (writer != null) {
                writer.close();
            }
        } catch (IOException e) {
            LOG.error("The audit log cannot be closed: {}", e.getMessage());
        } finally {
            writing.unlock();
        }
    }

    private void run() {
        while (!closed) {
            latecomers.due(false).forEach(this::add);
            writeOut();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Writes the queued entries; it is written when this returns. */
    void writeOut() {
        writing.lock();
        try {
            List<AuditEntry> batch = take();
            while (!batch.isEmpty()) {
                write(batch);
                batch = take();
            }
        } finally {
            writing.unlock();
        }
    }

    private List<AuditEntry> take() {
        List<AuditEntry> batch = new ArrayList<>();
        AuditEntry entry = queue.poll();
        while (entry != null) {
            batch.add(entry);
            entry = batch.size() < BATCH ? queue.poll() : null;
        }
        waiting.addAndGet(-batch.size());
        return batch;
    }

    private void write(List<AuditEntry> batch) {
        StringBuilder lines = new StringBuilder();
        batch.forEach(entry -> entry.write(lines));
        try {
            Writer open = writer == null ? append() : writer;
            writer = open;
            if (bytes > 0 && bytes + lines.length() > mostBytes) {
                open = turnedOver(open);
                writer = open;
            }
            open.append(lines).flush();
            bytes += lines.length();
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                LOG.error("The audit log cannot be written, and changes are missing in it: {}", e.getMessage());
            }
            failing = true;
            giveUp();
        }
    }

    /**
     * A new file in place of the one that is full; where there can be none, that one. Only when the new one is open
     * something is moved.
     */
    private Writer turnedOver(Writer full) {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(next);
            Writer fresh = open(next);
            try {
                makeRoom();
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                fresh.close();
                throw e;
            }
            bytes = 0;
            stuck = false;
            full.close();
            return fresh;
        } catch (IOException e) {
            if (!stuck) {
                LOG.error("The audit log exceeds its size limit because it cannot be rotated: {}", e.getMessage());
            }
            stuck = true;
            return full;
        }
    }

    /** The next entry begins with opening the file. */
    private void giveUp() {
        Writer broken = writer;
        writer = null;
        try {
            if (broken != null) {
                broken.close();
            }
        } catch (IOException e) {
            LOG.debug("Unwritten entries of the audit log are lost: {}", e.getMessage());
        }
    }

    /** Moves no more than is in the way, so that one that fails in the middle and is begun again loses nothing. */
    private void makeRoom() throws IOException {
        int last = 1;
        while (last < oldFiles && Files.exists(old(last))) {
            last++;
        }
        for (int i = last; i > 0 && oldFiles > 0; i--) {
            Path from = i == 1 ? file : old(i - 1);
            if (Files.exists(from)) {
                Files.move(from, old(i), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path old(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    private Writer append() throws IOException {
        Writer opened = open(file);
        bytes = Files.size(file);
        return opened;
    }

    private static Writer open(Path path) throws IOException {
        if (Files.notExists(path)) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        return Files.newBufferedWriter(path, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    }
}
