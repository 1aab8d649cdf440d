package io.banyan.cli.call;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.QueueSummary;
import io.banyan.jobspec.ConstraintReader;
import io.banyan.jobspec.Jobspec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The constraint on nodes of a queue, for a request that need not be in the queue: the daemon returns it. */
public final class RequiredQueue {
    private RequiredQueue() {}

    /**
     * The jobspec that is to be asked.
     *
     * @throws CommandFailure where the daemon has no such queue, or does not answer
     */
    public static Jobspec applied(Jobspec jobspec, RequestOptions options, Asked asked) {
        Optional<String> queue = options.requiredQueue();
        if (queue.isEmpty()) {
            return jobspec;
        }
        List<QueueSummary> queues = asked.ask(client -> client.queueing().queues(new JobRead.Queues()))
                .queues();
        String requires = queues.stream()
                .filter(it -> it.name().equals(queue.get()))
                .findFirst()
                .orElseThrow(() ->
                        CommandFailure.no("there is no queue '" + queue.get() + "' here; the named queues are: "
                                + queues.stream()
                                        .map(QueueSummary::name)
                                        .filter(name -> !name.isEmpty())
                                        .collect(Collectors.collectingAndThen(
                                                Collectors.joining(", "), names -> names.isEmpty() ? "none" : names))))
                .requires();
        return requires.isEmpty()
                ? jobspec
                : RequestOptions.constrained(jobspec, CheckedValues.value(() -> ConstraintReader.read(requires)));
    }

    /**
     * Returns the request for a job that is to be submitted, with the requirement of its queue applied to the jobspec.
     */
    public static JobRequest.Submit applied(JobRequest.Submit request, RequestOptions options, Asked asked) {
        Jobspec jobspec = applied(request.jobspec(), options, asked);
        return request.with(jobspec);
    }
}
