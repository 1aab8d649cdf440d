package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobAnswer;
import io.banyan.instance.JobRequest;
import io.banyan.schedule.JobId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan info}: an instance in numbers, or one of its jobs. */
@Command(
        name = "info",
        description = "Show an instance in numbers, or one of its jobs with what it holds.",
        mixinStandardHelpOptions = true)
final class InfoCommand implements Callable<Integer> {
    /** One job with what it holds. */
    private record JobInfo(
            JobView job, List<String> grows, @Nullable Long deadlineSec, Object resources) {}

    @Mixin
    private final Asked asked;

    @Mixin
    private final Formats formats = new Formats();

    @Parameters(paramLabel = "JOBID", arity = "0..1", description = "The job (default: the instance itself).")
    private @Nullable Long job;

    InfoCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        if (job == null) {
            asked.print(asked.ask(client -> client.stat()), StatView::text);
            return ExitStatus.DONE;
        }
        long id = job;
        JobRequest.JobInfo request = Checked.value(() -> new JobRequest.JobInfo(new JobId(id), formats.format()));
        JobAnswer.JobInfo info = asked.ask(client -> client.info(request));
        Long deadlineSec = info.deadlineSec().isPresent() ? info.deadlineSec().getAsLong() : null;
        String why =
                WaitText.of(List.of(info.job()), asked).getOrDefault(info.job().id(), "");
        JobView view = JobView.of(info.job()).waiting(why);
        asked.print(
                new JobInfo(view, info.grows(), deadlineSec, Formats.embedded(info.resources())),
                shown -> text(view, shown, info.resources()));
        return ExitStatus.DONE;
    }

    private static String when(JobView job) {
        if (job.hasStarted()) {
            return ", from " + job.start() + " to " + job.end();
        }
        return job.endedSec() == null ? "" : ", ended " + job.end() + " while it waited";
    }

    private static String text(JobView job, JobInfo info, String resources) {
        StringBuilder text = new StringBuilder("job ").append(job.id());
        text.append(job.name().isEmpty() ? "" : " " + job.name()).append(": ").append(job.state());
        text.append(when(job));
        text.append('\n');
        if (!job.instance().isEmpty()) {
            text.append("instance ").append(job.instance()).append(": ").append(job.instanceState());
            text.append(job.address().isEmpty() ? "" : " at " + job.address()).append('\n');
        }
        text.append(job.detail().isEmpty() ? "" : job.detail() + "\n");
        text.append(job.lost().isEmpty() ? "" : "lost " + String.join(" ", job.lost()) + "\n");
        text.append(info.deadlineSec == null ? "" : "has to end by " + JobView.time(info.deadlineSec) + "\n");
        info.grows.forEach(grow -> text.append("grown by request ").append(grow).append('\n'));
        return text.append(resources).toString();
    }
}
