package io.banyan.rpc.agent;

import io.banyan.instance.message.Effect;
import io.banyan.resource.JobId;

/** An outside that does nothing, and so never answers. */
public class NoOutlets implements Outlets.Processes, Outlets.Jobs, Outlets.Providers, Outlets.Ending {
    @Override
    public void start(Effect.StartChild child) {}

    @Override
    public void stop(Effect.StopChild child) {}

    @Override
    public void abandon(Effect.AbandonChild child) {}

    @Override
    public void start(Effect.StartJob start) {}

    @Override
    public void stop(Effect.StopJob stop) {}

    @Override
    public void rescale(Effect.Rescale rescale) {}

    @Override
    public void over(Effect.RescaleOver over) {}

    @Override
    public void forget(JobId job) {}

    @Override
    public void call(Effect.CallProvider call) {}

    @Override
    public void release(Effect.ReleaseProvider release) {}

    @Override
    public void halted(boolean isAllBack) {}

    @Override
    public void failed(String sentence) {}
}
