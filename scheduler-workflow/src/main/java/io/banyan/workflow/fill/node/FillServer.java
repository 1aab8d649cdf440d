package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.FillEffect;
import io.banyan.workflow.fill.FillEvent;
import io.banyan.workflow.fill.FillScheduler;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.SetReport;
import io.banyan.workflow.fill.TaskPhase;
import io.banyan.workflow.fill.TaskRange;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * The server of a filler: one thread has the {@link FillScheduler} and its journal, two threads each connection. Any
 * thread may call it.
 */
public final class FillServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FillServer.class.getName());
    private static final int MOST_CONNECTIONS = 4_096;

    private final FillServerOptions options;
    private final ServerSocket socket;
    private final FillLoop loop;
    private final Semaphore connections = new Semaphore(MOST_CONNECTIONS);
    private final Thread acceptor;

    private FillServer(FillServerOptions options, ServerSocket socket, FillLoop loop) {
        this.options = options;
        this.socket = socket;
        this.loop = loop;
        this.acceptor = Thread.ofPlatform().daemon().name("fill-accept").unstarted(this::acceptAll);
    }

    /**
     * Starts a server on its journal.
     *
     * @throws IOException if the journal cannot be read, or the address is in use
     */
    public static FillServer start(FillServerOptions options) throws IOException {
        var loop = new FillLoop(options);
        var server = new FillServer(options, bound(options.address()), loop);
        server.acceptor.start();
        loop.start(server::stopAccepting);
        return server;
    }

    /** A server that is started again has the address of the one before. */
    private static ServerSocket bound(InetSocketAddress address) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(address);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw new IOException("cannot listen at " + address + ": " + e.getMessage(), e);
        }
    }

    /** Returns the address at which workers connect. */
    public InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    /**
     * Submits a set, and returns its number. The set is durable then.
     *
     * @param set the set; its number does not count
     * @throws IllegalArgumentException if it is refused
     * @throws IOException if the server has stopped
     */
    public int submit(FillSet set) throws IOException, InterruptedException {
        return loop.ask(own -> {
            int number = own.nextSet();
            List<FillEffect> effects = loop.handle(new FillEvent.Submitted(set.numbered(number)));
            refuse(effects);
            return number;
        });
    }

    /**
     * Cancels the tasks of a set that are not over.
     *
     * @throws IllegalArgumentException if there is no such set
     * @throws IOException if the server has stopped
     */
    public void cancel(int set) throws IOException, InterruptedException {
        loop.ask(own -> {
            refuse(loop.handle(new FillEvent.Cancelled(set)));
            return set;
        });
    }

    /**
     * Cancels those of some tasks that are not over. The cancellation is durable then; tasks that run end a little
     * later.
     *
     * @throws IOException if the server has stopped
     */
    public void cancel(List<TaskRange> tasks) throws IOException, InterruptedException {
        loop.ask(own -> loop.handle(new FillEvent.TasksCancelled(tasks)));
    }

    /**
     * Starts tasks before the time for the comeback of workers is over, because all of them are back.
     *
     * @throws IOException if the server has stopped
     */
    public void endHold() throws IOException, InterruptedException {
        loop.ask(own -> loop.handle(new FillEvent.HoldEnded()));
    }

    /**
     * Returns the phases of the tasks of a set, by their indexes; none if there is no such set. An end that is not
     * durable yet counts. O(tasks).
     *
     * @throws IOException if the server has stopped
     */
    public List<TaskPhase> phases(int set) throws IOException, InterruptedException {
        return loop.ask(own -> {
            List<TaskPhase> phases = new ArrayList<>();
            for (int task = 0; task < own.tasks(set); task++) {
                phases.add(own.phase(set, task));
            }
            return phases;
        });
    }

    private static void refuse(List<FillEffect> effects) {
        for (FillEffect effect : effects) {
            if (effect instanceof FillEffect.Refused refused) {
                throw new IllegalArgumentException(refused.sentence());
            }
        }
    }

    /** Returns the numbers of tasks of each set by state. */
    public List<SetReport> reports() throws IOException, InterruptedException {
        return loop.ask(FillScheduler::reports);
    }

    /** Returns the number of workers. */
    public int workers() throws IOException, InterruptedException {
        return loop.ask(own -> loop.workers());
    }

    /** Returns the sets that no present worker can run. */
    public List<Integer> unplaceable() throws IOException, InterruptedException {
        return loop.ask(FillScheduler::unplaceable);
    }

    /**
     * Waits until the tasks of a set are over and durable.
     *
     * @throws IllegalArgumentException if there is no such set
     * @throws IOException if the server has stopped
     */
    public SetReport await(int set) throws IOException, InterruptedException {
        CompletableFuture<SetReport> end = loop.ask(own -> {
            List<SetReport> reports = own.reports();
            if (set < 1 || set > reports.size()) {
                throw new IllegalArgumentException("there is no set " + set);
            }
            SetReport report = reports.get(set - 1);
            return report.isOver() ? CompletableFuture.completedFuture(report) : loop.end(set);
        });
        return loop.get(end);
    }

    private void acceptAll() {
        while (!socket.isClosed()) {
            try {
                Socket worker = socket.accept();
                if (!connections.tryAcquire()) {
                    worker.close();
                    continue;
                }
                Thread.ofPlatform().daemon().name("fill-read").start(() -> read(worker));
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    LOG.log(System.Logger.Level.WARNING, "cannot accept a worker", e);
                }
            }
        }
    }

    private void read(Socket worker) {
        try {
            FillFrames frames = FillFrames.ofServer(worker, options.secret());
            if (!(MessageCodec.readMessage(frames.read()) instanceof WorkerMessage.Hello hello)) {
                frames.close();
                return;
            }
            var link = new WorkerLink(frames);
            var number = new CompletableFuture<Integer>();
            loop.put(() -> number.complete(loop.add(link, hello)));
            link.start();
            try {
                readReports(frames, number, hello.offer().host());
            } finally {
                loop.put(() -> loop.remove(number, link));
            }
        } catch (IOException | IllegalArgumentException e) {
            LOG.log(System.Logger.Level.DEBUG, "a worker is lost", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connections.release();
        }
    }

    private void readReports(FillFrames frames, CompletableFuture<Integer> number, String host)
            throws IOException, InterruptedException {
        while (true) {
            if (!(MessageCodec.readMessage(frames.read()) instanceof WorkerMessage.Changes changes)) {
                throw new IllegalArgumentException("a worker says its name twice");
            }
            loop.put(() -> {
                options.listener().reported(host, changes.report());
                loop.handle(new FillEvent.Reported(number.getNow(0), changes.report()));
            });
        }
    }

    /** Ends the server as a crash would: workers go on, and wait for the next server of the journal. */
    public void breakOff() throws InterruptedException {
        stopAccepting();
        loop.breakOff();
    }

    /** Ends the workers and the server. What is not over goes on with the next server of the journal. */
    @Override
    public void close() {
        stopAccepting();
        try {
            loop.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Frees the address, which a thread that waits for connections keeps until it ends. */
    private void stopAccepting() {
        try {
            socket.close();
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot close the socket", e);
        }
    }
}
