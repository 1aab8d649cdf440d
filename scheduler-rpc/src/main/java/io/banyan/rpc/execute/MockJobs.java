package io.banyan.rpc.execute;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.Outlets;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs without processes, which last for a time that their jobspec states ({@link MockTime}). A job that was running
 * when an earlier daemon ended continues from its start time.
 */
public final class MockJobs implements Outlets.Jobs, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MockJobs.class);

    private final Inbox inbox;
    private final InstantSource clock;
    private final Map<JobId, Future<?>> running = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("banyan-mock").daemon(true).factory());

    /** None yet. The inbox hears of their ends. */
    public MockJobs(Inbox inbox, InstantSource clock) {
        this.inbox = inbox;
        this.clock = clock;
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void start(Effect.StartJob start) {
        long now = clock.millis();
        long left = MockTime.of(start, now).endMillis() - now;
        if (left <= 0) {
            tell(new Event.JobFinished(start.job(), false, "", true));
        } else {
            // One that takes a millisecond may be done before this returns, and waits here until it is known.
            running.compute(start.job(), (job, before) -> timer.schedule(() -> done(job), left, TimeUnit.MILLISECONDS));
        }
    }

    private void done(JobId job) {
        if (running.remove(job) != null) {
            tell(new Event.JobFinished(job, false, "", true));
        }
    }

    @Override
    public void stop(Effect.StopJob stop) {
        Future<?> end = running.remove(stop.job());
        if (end != null) {
            end.cancel(false);
        }
        // The end of a job that this daemon has started and that no longer runs was reported already.
        if (end != null || stop.earlier().isPresent()) {
            tell(new Event.JobFinished(stop.job(), true, ""));
        }
    }

    /** Accepts any number of slots, since a mock job runs no process. */
    @Override
    public void rescale(Effect.Rescale rescale) {
        tell(new Event.RescaleAnswered(rescale.job(), rescale.number(), true, ""));
    }

    @Override
    public void over(Effect.RescaleOver over) {
        // It looks at nothing that it has.
    }

    @Override
    public void forget(JobId job) {
        // There is nothing of it.
    }

    private void tell(Event event) {
        if (!inbox.tell(event)) {
            LOG.info("A report of a job arrived too late: {}", event);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
