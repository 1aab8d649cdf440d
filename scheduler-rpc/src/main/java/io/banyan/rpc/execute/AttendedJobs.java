package io.banyan.rpc.execute;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Outlets;

/** Jobs whose applications may listen for proposals. */
public final class AttendedJobs implements Outlets.Jobs {
    private final Outlets.Jobs jobs;
    private final Attendants attendants;

    /** Creates attended jobs that {@code jobs} runs. */
    public AttendedJobs(Outlets.Jobs jobs, Attendants attendants) {
        this.jobs = jobs;
        this.attendants = attendants;
    }

    @Override
    public void start(Effect.StartJob start) {
        jobs.start(start);
    }

    @Override
    public void stop(Effect.StopJob stop) {
        jobs.stop(stop);
    }

    @Override
    public void rescale(Effect.Rescale it) {
        jobs.rescale(it);
        attendants.tell(it.job(), new MalleableAnswer.Proposal(it.number(), it.from(), it.to(), it.resources()));
    }

    @Override
    public void over(Effect.RescaleOver over) {
        jobs.over(over);
    }

    @Override
    public void forget(JobId job) {
        jobs.forget(job);
    }
}
