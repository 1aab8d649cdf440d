package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.FillEffect;
import io.banyan.workflow.fill.FillEvent;
import io.banyan.workflow.fill.FillRecord;
import io.banyan.workflow.fill.FillScheduler;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.SetReport;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The thread of a server that has the {@link FillScheduler}, its journal and the messages to workers. */
final class FillLoop {
    private static final System.Logger LOG = System.getLogger(FillLoop.class.getName());
    private static final int MOST_WAITING_EVENTS = 10_000;
    private static final int LONGEST_WAIT_MILLIS = 1_000;
    private static final int FAREWELL_MILLIS = 2_000;

    private final FillServerOptions options;
    private final FillScheduler scheduler;
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>(MOST_WAITING_EVENTS);
    private final Map<Integer, WorkerLink> links = new HashMap<>();

    /** The numbers of workers by the keys that they chose. */
    private final Map<Long, Integer> numbers = new HashMap<>();

    private final Map<Integer, FillSet> sets = new HashMap<>();
    private final Map<Integer, CompletableFuture<SetReport>> ends = new HashMap<>();
    private final Thread thread;
    private Runnable atEnd = () -> {};
    private int lastWorker;
    private long wakeMillis = Long.MAX_VALUE;
    private boolean isStopped;
    private volatile @Nullable IOException failure;

    /**
     * Makes the thread of a server on its journal.
     *
     * @throws IOException if the journal cannot be read
     */
    FillLoop(FillServerOptions options) throws IOException {
        this.options = options;
        long holdUntil = now() + options.comeback().toMillis();
        List<FillRecord> records = options.journal().replay();
        scheduler = FillScheduler.replay(records, records.isEmpty() ? now() : holdUntil);
        scheduler.sets().forEach(set -> sets.put(set.number(), set));
        thread = Thread.ofPlatform().name("fill-server").unstarted(this::run);
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    /** Starts the thread, which runs an action at its end. */
    void start(Runnable atEnd) {
        this.atEnd = atEnd;
        thread.start();
    }

    /** Returns the number of workers; on this thread only. */
    int workers() {
        return links.size();
    }

    /** Returns the end of a set that is not over; on this thread only. */
    CompletableFuture<SetReport> end(int set) {
        return ends.computeIfAbsent(set, any -> new CompletableFuture<>());
    }

    /** Puts an event into the queue, and waits while it is full. */
    void put(Runnable event) throws InterruptedException {
        events.put(event);
    }

    /** Answers a question on this thread. */
    <T> T ask(Function<FillScheduler, T> question) throws IOException, InterruptedException {
        var answer = new CompletableFuture<T>();
        events.put(() -> {
            try {
                answer.complete(question.apply(scheduler));
            } catch (IllegalArgumentException e) {
                answer.completeExceptionally(e);
            }
        });
        return get(answer);
    }

    /** Waits for an answer. */
    <T> T get(CompletableFuture<T> answer) throws IOException, InterruptedException {
        while (true) {
            try {
                return answer.get(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (!thread.isAlive() && !answer.isDone()) {
                    throw new IOException("the server of the filler has stopped", failure);
                }
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IllegalArgumentException refusal) {
                    throw refusal;
                }
                throw new IOException("the server of the filler has stopped", e.getCause());
            }
        }
    }

    private void run() {
        try {
            handle(new FillEvent.Woken());
            while (!isStopped) {
                long wait = Math.clamp(wakeMillis - now(), 0, LONGEST_WAIT_MILLIS);
                Runnable event = events.poll(wait, TimeUnit.MILLISECONDS);
                if (event != null) {
                    event.run();
                } else if (now() >= wakeMillis) {
                    handle(new FillEvent.Woken());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (JournalFailed e) {
            failure = e.cause;
            LOG.log(System.Logger.Level.ERROR, "the journal of the filler cannot be written", e.cause);
        } catch (RuntimeException e) {
            // A defect. The workers go on with their tasks, and wait for another server of the journal.
            failure = new IOException("the server of the filler has a defect: " + e, e);
            LOG.log(System.Logger.Level.ERROR, "the server of the filler has a defect", e);
        } finally {
            stop();
        }
    }

    private static final class JournalFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final IOException cause;

        JournalFailed(IOException cause) {
            super(cause);
            this.cause = cause;
        }
    }

    private void stop() {
        atEnd.run();
        for (WorkerLink link : links.values()) {
            if (failure == null) {
                link.send(new WorkerOrder.Stop());
            }
            link.end();
        }
        links.values().forEach(link -> link.awaitEnd(FAREWELL_MILLIS));
    }

    /** Handles an event on this thread, and returns its effects. */
    List<FillEffect> handle(FillEvent event) {
        wakeMillis = Long.MAX_VALUE;
        List<FillEffect> effects = scheduler.on(event, now());
        for (FillEffect effect : effects) {
            carryOut(effect);
        }
        return effects;
    }

    private void carryOut(FillEffect effect) {
        switch (effect) {
            case FillEffect.Append append -> append(append);
            case FillEffect.Send send -> {
                WorkerLink link = links.get(send.worker());
                if (link != null) {
                    send.tasks().forEach(range -> introduce(link, range.set()));
                }
                tell(send.worker(), send);
            }
            case FillEffect.SendGang gang -> {
                WorkerLink link = links.get(gang.worker());
                if (link != null) {
                    introduce(link, gang.set());
                }
                tell(gang.worker(), gang);
            }
            case FillEffect.Recall recall -> tell(recall.worker(), recall);
            case FillEffect.Kill kill -> tell(kill.worker(), kill);
            case FillEffect.Drop drop -> tell(drop.worker(), drop);
            case FillEffect.Acknowledge acknowledge -> tell(acknowledge.worker(), acknowledge);
            case FillEffect.Ended ended -> options.listener().ended(ended);
            case FillEffect.SetOver over -> {
                options.listener().setOver(over.report());
                CompletableFuture<SetReport> end = ends.remove(over.report().set());
                if (end != null) {
                    end.complete(over.report());
                }
            }
            case FillEffect.Refused refused -> {}
            case FillEffect.WakeAt wake -> wakeMillis = Math.min(wakeMillis, wake.millis());
        }
    }

    private void introduce(WorkerLink link, int set) {
        FillSet known = sets.get(set);
        if (known != null) {
            link.introduce(known);
        }
    }

    private void tell(int worker, FillEffect effect) {
        WorkerLink link = links.get(worker);
        if (link != null) {
            link.send(new WorkerOrder.Do(effect));
        }
    }

    private void append(FillEffect.Append append) {
        try {
            options.journal().append(append.record());
        } catch (IOException e) {
            throw new JournalFailed(e);
        }
        if (append.record() instanceof FillRecord.SetSubmitted submitted) {
            sets.put(submitted.set().number(), submitted.set());
        }
    }

    /** Adds a worker on this thread, and returns its number. */
    int add(WorkerLink link, WorkerMessage.Hello hello) {
        int number = ++lastWorker;
        links.put(number, link);
        int earlier = numbers.getOrDefault(hello.key(), 0);
        numbers.put(hello.key(), number);
        WorkerLink broken = links.remove(earlier);
        if (broken != null) {
            broken.end();
        }
        handle(new FillEvent.WorkerCame(number, hello.offer(), hello.held(), earlier));
        return number;
    }

    /** Removes a worker on this thread. */
    void remove(CompletableFuture<Integer> number, WorkerLink link) {
        int worker = number.getNow(0);
        links.remove(worker);
        numbers.values().remove(worker);
        link.end();
        handle(new FillEvent.WorkerGone(worker));
    }

    /** Ends as a crash would. */
    void breakOff() throws InterruptedException {
        events.put(() -> {
            isStopped = true;
            links.values().forEach(link -> WorkerConnection.closeQuietly(link.frames()));
            links.clear();
        });
        thread.join();
    }

    /** Ends the workers and this thread, and waits for that. */
    void close() throws InterruptedException {
        events.put(() -> isStopped = true);
        thread.join();
    }
}
