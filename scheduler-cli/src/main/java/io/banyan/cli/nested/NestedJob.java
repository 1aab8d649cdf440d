package io.banyan.cli.nested;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.request.InstanceOptions;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.NestedInstance;
import io.banyan.jobspec.Task;
import io.banyan.jobspec.TaskCount;
import io.banyan.rpc.launch.LaunchCommand;
import java.util.List;
import java.util.Map;

/** The request for a job that starts an instance. */
final class NestedJob {
    private NestedJob() {}

    /** The request with an instance of these options. */
    static JobRequest.Submit in(JobRequest.Submit request, InstanceOptions options) {
        return CheckedValues.value(() -> {
            Map<String, String> all = options.all();
            LaunchCommand.requireNestedOptions(all);
            Jobspec nested = new NestedInstance(all).in(request.jobspec());
            return request.with(nested);
        });
    }

    /** The jobspec of a command, which runs once, on the first node. */
    static Jobspec once(Jobspec jobspec) {
        List<Task> tasks = jobspec.tasks().stream()
                .map(task -> new Task(
                        task.command(), task.slot(), new TaskCount.Total(1), task.distribution(), task.attributes()))
                .toList();
        return new Jobspec(jobspec.version(), jobspec.resources(), tasks, jobspec.attributes());
    }
}
