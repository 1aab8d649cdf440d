package io.banyan.rpc.pmi;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server of the process management interface for the ranks of one job. It costs a listening socket until a rank
 * connects, and a virtual thread for each rank that has. A rank finds it by the variables PMI_PORT and PMI_ID, and
 * sends the latter to identify itself. On this machine, the kernel must report the job's user for the connection; from
 * another machine, only a few wrong numbers are accepted.
 */
public final class PmiServer implements AutoCloseable {
    /** The variable with the address. */
    public static final String PORT = "PMI_PORT";
    /** The variable with the number by which a rank says which one it is: the secret of the job, plus the rank. */
    public static final String ID = "PMI_ID";

    private static final Logger LOG = LoggerFactory.getLogger(PmiServer.class);
    private static final int MOST_RANKS = 1 << 20;
    private static final int MOST_WRONG = 16;
    private static final int MORE_CONNECTIONS = 64;
    private static final Duration HANDSHAKE = Duration.ofSeconds(30);
    private static final Duration CLEARING = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int MOST_STATUS = 255;
    /** How long the error of a library waits for the loss of a rank that may have caused it. */
    private static final Duration CAUSE = Duration.ofMillis(250);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final PmiJob job;
    private final PmiWatcher watcher;
    private final ServerSocket listener;
    private final int secret = RANDOM.nextInt(Integer.MAX_VALUE - MOST_RANKS);
    private final PmiPrograms programs;
    private final Semaphore room;
    private final AtomicInteger wrong = new AtomicInteger();
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private final AtomicBoolean hasToldTooMany = new AtomicBoolean();
    private final AtomicBoolean hasToldWrong = new AtomicBoolean();
    private final AtomicBoolean hasToldStranger = new AtomicBoolean();
    private final Map<PmiConnection, CompletableFuture<Boolean>> open = new ConcurrentHashMap<>();
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

    private PmiServer(PmiJob job, PmiWatcher watcher, ServerSocket listener, ValueMemory memory) {
        this.job = job;
        this.watcher = watcher;
        this.listener = listener;
        this.programs = new PmiPrograms(job, memory.share());
        this.room = new Semaphore(job.size() + MORE_CONNECTIONS);
    }

    /**
     * A server that listens.
     *
     * @throws IOException if it cannot
     */
    public static PmiServer open(PmiJob job, PmiWatcher watcher) throws IOException {
        return open(job, watcher, ValueMemory.OF_PROCESS);
    }

    /** A server whose ranks store values in this memory. */
    static PmiServer open(PmiJob job, PmiWatcher watcher, ValueMemory memory) throws IOException {
        var listener = new ServerSocket();
        try {
            listener.bind(new InetSocketAddress(job.address(), 0), job.size() + MORE_CONNECTIONS);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
        var server = new PmiServer(job, watcher, listener, memory);
        Thread.ofVirtual().name("banyan-pmi-" + job.name()).start(server::accept);
        return server;
    }

    /** The variables that the tasks find. The number is that of rank 0; each rank adds its own. */
    public Map<String, String> environment() {
        return Map.of(
                PORT, job.address().getHostAddress() + ":" + listener.getLocalPort(), ID, Integer.toString(secret));
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                room.acquire();
                acceptOne();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void acceptOne() throws InterruptedException {
        try {
            Socket socket = listener.accept();
            Thread.ofVirtual().name("banyan-pmi-" + job.name()).start(() -> {
                try {
                    serve(socket);
                } finally {
                    room.release();
                }
            });
        } catch (IOException e) {
            room.release();
            if (!listener.isClosed()) {
                // The process may have too many open files for now.
                LOG.warn("A rank of job {} cannot connect: {}", job.name(), e.getMessage());
                Thread.sleep(PAUSE);
            }
        }
    }

    private void serve(Socket socket) {
        var gone = new CompletableFuture<Boolean>();
        try (socket;
                var connection = new PmiConnection(socket)) {
            open.put(connection, gone);
            try {
                OptionalInt rank = shakeHands(socket, connection);
                if (rank.isPresent()) {
                    serve(rank.getAsInt(), connection);
                }
            } finally {
                open.remove(connection);
            }
        } catch (IOException e) {
            LOG.debug("A connection of job {} has broken: {}", job.name(), e.getMessage());
        } finally {
            gone.complete(true);
        }
    }

    /** Finds out which rank it is; empty where it is none. */
    private OptionalInt shakeHands(Socket socket, PmiConnection connection) throws IOException {
        boolean isHere = SocketOwner.isHere(socket);
        if (isHere && SocketOwner.of(socket).orElse(-1) != job.uid()) {
            tellStranger();
            return OptionalInt.empty();
        }
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        Optional<PmiCommand> first = connection.read(HANDSHAKE).map(PmiCommand::parse);
        OptionalInt shown = first.filter(it -> it.name().equals("initack"))
                .map(it -> it.number("pmiid"))
                .orElse(OptionalInt.empty());
        long rank = shown.isPresent() ? (long) shown.getAsInt() - secret : -1;
        if (isHere && (rank < 0 || rank >= job.size())) {
            tellWrong();
        }
        boolean isRight = rank >= 0 && rank < job.size() && (isHere || wrong.get() < MOST_WRONG);
        if (!isRight && !isHere && wrong.incrementAndGet() == MOST_WRONG) {
            String sentence = MOST_WRONG
                    + " connections from other machines tried to act as a rank with a wrong PMI_ID; no further ranks are accepted from there";
            LOG.warn("Job {}: {}", job.name(), sentence);
            watcher.waits(sentence);
        }
        return isRight ? OptionalInt.of((int) rank) : OptionalInt.empty();
    }

    private void serve(int rank, PmiConnection connection) throws IOException {
        switch (programs.begin(rank)) {
            case PmiPrograms.Begun.Program program -> serve(rank, program, connection);
            case PmiPrograms.Begun.Connected it ->
                LOG.debug("Rank {} of job {} is connected already", rank, job.name());
            case PmiPrograms.Begun.TooMany it -> tellTooMany(rank);
        }
    }

    /** Logged once for a job, because any process that can connect could fill the log. */
    private void tellStranger() {
        if (!hasToldStranger.getAndSet(true)) {
            LOG.warn("A process of another user tried to act as a rank of job {}", job.name());
        }
    }

    /** Reported once for a job. A process that speaks another protocol would otherwise see only a closed connection. */
    private void tellWrong() {
        if (!hasToldWrong.getAndSet(true)) {
            watcher.waits("MPI: a process connected to " + PORT + " without the " + ID
                    + " of a rank in a PMI-1 'initack', and was disconnected");
        }
    }

    private void tellTooMany(int rank) {
        if (!hasToldTooMany.getAndSet(true)) {
            watcher.waits("MPI: rank " + rank + " started a program while " + PmiPrograms.MOST
                    + " earlier ones wait for other ranks, and cannot connect");
        }
    }

    private void serve(int rank, PmiPrograms.Begun.Program program, PmiConnection connection) throws IOException {
        PmiSpace space = program.space();
        if (space.join(rank)) {
            watch(space);
        }
        PmiRank.End end = end(rank, space, connection);
        // Before the acknowledgement, after which the next program of the rank can connect.
        programs.end(rank, program);
        switch (end) {
            case PmiRank.End.Finalized() -> connection.send("cmd=finalize_ack rc=0");
            case PmiRank.End.Aborted(int status) -> {
                tellAborted(rank, status);
                awaitEnd(connection);
            }
            case PmiRank.End.Lost() -> tell(OptionalInt.empty(), "MPI rank " + rank + " ended without MPI_Finalize");
        }
    }

    /**
     * Reports a rank that aborted. A status with which no process can end comes from the library: it has found an
     * error, which may be the loss of another rank. That loss is then the cause, and it gets a moment to be reported
     * first.
     */
    private void tellAborted(int rank, int status) {
        boolean isOfProgram = status > 0 && status <= MOST_STATUS;
        if (!isOfProgram) {
            LockSupport.parkNanos(CAUSE.toNanos());
        }
        tell(
                isOfProgram ? OptionalInt.of(status) : OptionalInt.empty(),
                "MPI rank " + rank + " called MPI_Abort with status " + status);
    }

    private PmiRank.End end(int rank, PmiSpace space, PmiConnection connection) {
        try {
            connection.send(
                    "cmd=initack rc=0\ncmd=set size=" + job.size() + "\ncmd=set rank=" + rank + "\ncmd=set debug=0");
            return new PmiRank(rank, job.size(), space, connection).serve();
        } catch (IOException e) {
            LOG.debug("Rank {} of job {}: {}", rank, job.name(), e.getMessage());
            return new PmiRank.End.Lost();
        }
    }

    /** A rank that has aborted waits for the end of its job, and reports an error where its connection ends before. */
    private static void awaitEnd(PmiConnection connection) throws IOException {
        Optional<String> line = connection.read();
        while (line.isPresent()) {
            line = connection.read();
        }
    }

    private void tell(OptionalInt status, String reason) {
        if (!listener.isClosed() && hasEnded.compareAndSet(false, true)) {
            watcher.ended(status, reason);
        }
    }

    /** Reports once the ranks of a program that delay the start of the others. */
    private void watch(PmiSpace space) {
        Thread watch = Thread.ofVirtual().name("banyan-pmi-wait-" + job.name()).unstarted(() -> {
            try {
                Thread.sleep(job.patience());
                PmiSpace.Missing missing = space.missing();
                if (!missing.ranks().isEmpty() && !hasEnded.get()) {
                    watcher.waits(sentence(missing));
                }
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            } finally {
                waiting.remove(Thread.currentThread());
            }
        });
        waiting.add(watch);
        watch.start();
    }

    private String sentence(PmiSpace.Missing missing) {
        BitSet ranks = missing.ranks();
        String which = ranks.cardinality() == 1
                ? "rank " + ranks.nextSetBit(0)
                : ranks.cardinality() + " ranks, the first of them " + ranks.nextSetBit(0) + ",";
        return "MPI: " + which + " of " + job.size() + " "
                + (missing.haveJoined()
                        ? "called MPI_Init, but did not finish it,"
                        : "did not call MPI_Init (or uses no MPI library that speaks PMI-1)")
                + " within " + job.patience().toSeconds() + " s; the others wait";
    }

    /** Handles the end of the job's processes: earlier messages of its ranks are read, then the server ends. */
    @Override
    public void close() {
        CompletableFuture.allOf(open.values().toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, CLEARING.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        try {
            listener.close();
        } catch (IOException e) {
            LOG.debug("The server of job {} cannot be closed: {}", job.name(), e.getMessage());
        }
        waiting.forEach(Thread::interrupt);
        open.keySet().forEach(PmiConnection::close);
        programs.close();
    }
}
