package io.banyan.rpc.agent;

import io.banyan.instance.Instance;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.JobId;
import io.banyan.rpc.store.Journal;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.trace.RequestId;
import io.banyan.rpc.wire.Failure;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns an instance. One thread at a time takes the mails, lets the instance decide, writes the decisions of the whole
 * batch to the journal with one sync, and only then performs the effects: no effect of a decision that could be lost is
 * visible.
 *
 * <p>This thread is the agent's own, with one exception: if a message of a parent or a child, a grow or a shrink
 * arrives while no thread decides, the thread that brings it decides, because waking another one takes longer than most
 * such decisions. This shortcut is not used if the journal can wait for a device.
 */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
    private static final int MOST_EVENTS_A_BATCH = 64;
    private static final long LONGEST_WAIT_MILLIS = 60_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final Instance instance;
    private final Journal journal;
    private final Mailbox mailbox;
    private final Outlets outlets;
    private final InstantSource clock;
    private final TimingBook timings;
    private final AgentWatch watch;
    private final Watching watching;
    private final Map<String, ReplyTo> askers = new HashMap<>();
    private final Thread thread;
    private long calls;
    private long wakeAtMillis = NEVER;
    /** When the agent's thread looks by itself whether something is due. */
    private long sleepsUntilMillis;

    /** Whether it was said that the instance stops. */
    private boolean isStopping;

    private volatile boolean stopped;

    /** An agent that does nothing until it is started. */
    public Agent(Instance instance, Journal journal, Mailbox mailbox, Outlets outlets, InstantSource clock) {
        this(instance, journal, mailbox, outlets, clock, AgentWatch.NONE);
    }

    /** Creates an agent with a watch that observes its work. */
    public Agent(
            Instance instance,
            Journal journal,
            Mailbox mailbox,
            Outlets outlets,
            InstantSource clock,
            AgentWatch watch) {
        this.watch = watch;
        this.watching = new Watching(watch);
        this.instance = instance;
        this.journal = journal;
        this.mailbox = mailbox;
        this.outlets = outlets;
        this.clock = clock;
        this.timings = new TimingBook(instance::path);
        this.thread = Thread.ofPlatform().name("banyan-agent").daemon(true).unstarted(this::run);
    }

    /** Lets the instance handle its restart, before all other events. Called before {@link #start}, if at all. */
    public void restart() {
        try {
            handle(List.of(new Mail.Told(new Event.Restarted(), List.of(), () -> {})));
        } catch (RuntimeException | Error e) {
            breakDown(e);
        }
    }

    /** Starts the thread that owns the instance. */
    public void start() {
        mailbox.open(thread);
        if (!journal.waits()) {
            mailbox.decideHereBy(this::decideHere);
        }
        thread.start();
    }

    /** Stops without another word, as a crash would, and waits for the thread. */
    @Override
    public void close() {
        stopped = true;
        mailbox.close(Failure.STOPPING, "The daemon is stopping.");
        try {
            if (!mailbox.isDeciding()) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!stopped) {
                long waitMillis = waitMillis();
                sleepsUntilMillis = clock.millis() + waitMillis;
                handle(mailbox.await(MOST_EVENTS_A_BATCH, waitMillis));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            breakDown(e);
        } finally {
            mailbox.close(Failure.STOPPING, "The daemon is stopping.");
            mailbox.seize();
            end(Failure.UNREACHABLE, "The daemon stopped before it could answer; its next process knows the outcome.");
        }
    }

    /** One batch, on a thread that has just left a mail; later mails are left to the agent's thread. */
    private void decideHere() {
        long begin = System.nanoTime();
        try {
            handle(mailbox.take(MOST_EVENTS_A_BATCH));
        } catch (RuntimeException | Error e) {
            breakDown(e);
        } finally {
            RequestId.end();
            mailbox.leave(System.nanoTime() - begin, stopped || wakeAtMillis < sleepsUntilMillis);
        }
    }

    private void handle(List<Mail> mails) {
        if (stopped) {
            return;
        }
        List<HandledEvent> handledEvents = decide(mails);
        if (append(handledEvents)) {
            handledEvents.forEach(this::perform);
        }
        RequestId.end();
        if (!isStopping && instance.isStopping()) {
            isStopping = true;
            outlets.ending().stopping();
        }
    }

    private long waitMillis() {
        return wakeAtMillis == NEVER
                ? LONGEST_WAIT_MILLIS
                : Math.clamp(wakeAtMillis - clock.millis(), 0, LONGEST_WAIT_MILLIS);
    }

    private List<HandledEvent> decide(List<Mail> mails) {
        List<HandledEvent> handledEvents = new ArrayList<>(mails.size() + 1);
        for (Mail mail : mails) {
            RequestId.begin(mail.requestId());
            switch (mail) {
                case Mail.Asked asked -> ask(asked, handledEvents);
                case Mail.Left gone -> left(gone.asker(), handledEvents);
                case Mail.Told told -> {
                    handledEvents.add(decide(told.event(), told.timings()));
                    told.decided().run();
                }
            }
        }
        if (wakeAtMillis <= clock.millis()) {
            wakeAtMillis = NEVER;
            RequestId.begin(RequestId.NONE);
            handledEvents.add(decide(new Event.TimeReached(), List.of()));
        }
        return handledEvents;
    }

    private void ask(Mail.Asked asked, List<HandledEvent> handledEvents) {
        if (asked.deadlineNanos() - System.nanoTime() <= 0) {
            asked.asker().fail(Failure.DEADLINE, "The request waited in the daemon's queue until its deadline passed.");
            return;
        }
        String call = "c" + ++calls;
        askers.put(call, asked.asker());
        handledEvents.add(decide(new Event.ClientAsked(call, asked.client(), asked.request()), List.of()));
    }

    private void left(ReplyTo asker, List<HandledEvent> handledEvents) {
        for (Map.Entry<String, ReplyTo> call : askers.entrySet()) {
            if (call.getValue().equals(asker)) {
                handledEvents.add(decide(new Event.ClientLeft(call.getKey()), List.of()));
                return;
            }
        }
    }

    private HandledEvent decide(Event event, List<LevelTiming> above) {
        long atMillis = clock.millis();
        JobId nextJob = instance.nextJob();
        long start = System.nanoTime();
        List<Effect> effects = instance.on(event, atMillis);
        long end = System.nanoTime();
        timings.handled(event, above, start, end);
        watching.decided(event, effects, end - start);
        instance.passNanos().ifPresent(watch::passed);
        noteWake(effects);
        return new HandledEvent(event, nextJob, atMillis, effects, instance.isToBeTold(), RequestId.current());
    }

    /** Wishes to be woken count from when they are made, so that a batch cannot miss one. */
    private void noteWake(List<Effect> effects) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.WakeAt wake) {
                wakeAtMillis = wake.atMillis();
            }
        }
    }

    private boolean append(List<HandledEvent> handledEvents) {
        List<Transaction> transactions = new ArrayList<>(handledEvents.size());
        List<JobRecord> ended = new ArrayList<>();
        for (HandledEvent handledEvent : handledEvents) {
            handledEvent.transaction().ifPresent(transactions::add);
            handledEvent.addEnded(ended);
        }
        try {
            if (!transactions.isEmpty()) {
                long start = System.nanoTime();
                journal.append(transactions, ended);
                watch.appended(transactions.size(), System.nanoTime() - start);
            }
            if (!journal.isOurs()) {
                throw new IOException("another daemon may have continued from it.");
            }
            transactions.forEach(transaction -> outlets.watching().decided(transaction, instance::ownerOf));
            return true;
        } catch (IOException | RuntimeException e) {
            String sentence = "The journal cannot be written, so nothing can be acknowledged: " + e.getMessage();
            LOG.error(sentence, e);
            stopped = true;
            end(Failure.JOURNAL, sentence);
            outlets.ending().failed(sentence);
            return false;
        }
    }

    private void perform(HandledEvent handledEvent) {
        RequestId.begin(handledEvent.requestId());
        for (Effect effect : handledEvent.effects()) {
            if (stopped) {
                return;
            }
            try {
                perform(effect);
            } catch (RuntimeException e) {
                LOG.error("The effect {} failed", effect.getClass().getSimpleName(), e);
                notPerformed(effect, "the daemon failed to do this; see its log");
            }
        }
    }

    /**
     * Reports an effect that failed outside of the instance. The state of the instance stays as decided. A call that
     * waits for the outcome gets a failure. A message to a parent or a child is lost with its session and sent again in
     * the next one. All other effects are lost.
     */
    private void notPerformed(Effect effect, String why) {
        switch (effect) {
            case Effect.StartChild start -> tell(new Event.ChildExited(start.child(), why));
            case Effect.StartJob start -> tell(new Event.JobFinished(start.job(), true, why));
            case Effect.Rescale rescale -> tell(new Event.RescaleAnswered(rescale.job(), rescale.number(), false, why));
            case Effect.CallProvider call ->
                tell(new Event.ProviderAnswered(
                        call.provider(), call.request().requestId(), new ProvisionResult.Failed(why)));
            case Effect.ReleaseProvider release ->
                tell(new Event.ProviderReleased(release.returnId(), release.requestId(), why));
            case Effect other -> {
                // No call waits for its outcome.
            }
        }
    }

    private void tell(Event event) {
        if (!mailbox.tell(event)) {
            LOG.error("The mailbox is closed; {} is ignored", event);
        }
    }

    private void perform(Effect effect) {
        timings.performing(effect, System.nanoTime());
        switch (effect) {
            case Effect.Append append -> {
                // It is in the journal already.
            }
            // It is beside the journal already.
            case Effect.Archive archive -> outlets.jobs().forget(archive.job().id());
            case Effect.WakeAt wake -> {
                // It was noted when the instance decided.
            }
            case Effect.Reply reply -> {
                ReplyTo asker = askers.remove(reply.call());
                if (asker != null) {
                    answer(asker, reply);
                }
            }
            case Effect.ToParent up -> outlets.parent().send(up.message());
            case Effect.ToChild down -> outlets.children().send(down.child(), down.message(), timings.settle(down));
            case Effect.StartChild start -> outlets.processes().start(start);
            case Effect.StopChild stop -> outlets.processes().stop(stop);
            case Effect.StartJob start -> outlets.jobs().start(start);
            case Effect.StopJob stop -> outlets.jobs().stop(stop);
            case Effect.Rescale rescale -> outlets.jobs().rescale(rescale);
            case Effect.RescaleOver over -> outlets.jobs().over(over);
            case Effect.AbandonChild abandon -> outlets.processes().abandon(abandon);
            case Effect.CallProvider call -> outlets.providers().call(call);
            case Effect.ReleaseProvider release -> outlets.providers().release(release);
            case Effect.Warn warn -> LOG.warn(warn.message());
            case Effect.Halt halt -> {
                stopped = true;
                outlets.ending().halted(instance.inspect().outside().isEmpty());
            }
        }
    }

    private void answer(ReplyTo asker, Effect.Reply reply) {
        try {
            asker.answer(reply.answer(), timings.settle(reply));
        } catch (RuntimeException | Error e) {
            LOG.error("An answer could not be given", e);
            asker.fail(Failure.INTERNAL, "The daemon failed to answer; see its log.");
        }
    }

    /**
     * Stops the agent after a defect. The journal may miss decisions of the instance, so none of its answers may be
     * sent any more.
     */
    private void breakDown(Throwable bug) {
        String sentence = "The daemon failed to make a decision and stops; see its log.";
        stopped = true;
        try {
            LOG.error(sentence, bug);
            end(Failure.INTERNAL, sentence);
        } finally {
            outlets.ending().failed(sentence);
        }
    }

    private void end(Failure failure, String sentence) {
        mailbox.close(failure, sentence);
        List.copyOf(askers.keySet()).forEach(call -> fail(call, failure, sentence));
    }

    private void fail(String call, Failure failure, String sentence) {
        ReplyTo asker = askers.remove(call);
        if (asker != null) {
            asker.fail(failure, sentence);
        }
    }
}
