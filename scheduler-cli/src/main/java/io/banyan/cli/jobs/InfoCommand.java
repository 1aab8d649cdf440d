package io.banyan.cli.jobs;

import io.banyan.cli.admin.StatView;
import io.banyan.cli.call.Asked;
import io.banyan.cli.call.Formats;
import io.banyan.cli.call.JobView;
import io.banyan.cli.look.JobEventView;
import io.banyan.cli.look.JobPage;
import io.banyan.cli.look.JobWork;
import io.banyan.cli.look.ListedJob;
import io.banyan.cli.look.WaitText;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobAnswer.JobDetail;
import io.banyan.instance.message.client.JobRead;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.jobspec.JobspecYaml;
import io.banyan.resource.JobId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan info}: an instance in numbers, or one of its jobs. */
@Command(
        name = "info",
        description = "Show statistics of an instance, or jobs with their resources and history.",
        mixinStandardHelpOptions = true)
public final class InfoCommand implements Callable<Integer> {
    /**
     * One job with its resources.
     *
     * @param work its command; null if it did not come through the queue, or if it is withheld
     * @param jobspec without its environment; null as {@code work}
     * @param withheld whether the caller may not see the existing jobspec
     */
    private record JobInfo(
            JobView job,
            List<String> grows,
            @Nullable Long deadlineSec,
            Object resources,
            @Nullable JobWork work,
            @Nullable Object jobspec,
            boolean withheld,
            List<JobEventView> history) {}

    @Mixin
    private final Asked asked;

    @Mixin
    private final Formats formats = new Formats();

    @Mixin
    private final JobSelector jobs = new JobSelector();

    @Option(
            names = "--jobspec",
            description = "Print only the jobspec of JOB, as YAML, without its environment. Files attached to an "
                    + "ended job are not kept.")
    private boolean onlyJobspec;

    public InfoCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        if (onlyJobspec) {
            return printJobspec();
        }
        if (jobs.isEmpty()) {
            asked.print(asked.ask(client -> client.stat()), StatView::text);
            return ExitStatus.DONE;
        }
        JobActions.Outcome<JobAnswer.JobInfo> outcome = new JobActions(asked, jobs)
                .perform(
                        JobSelector.Suitable.ALL,
                        (client, job, states) -> client.info(
                                new JobRead.JobInfo(job, formats.format(), JobRead.Reasons.ESTIMATED, true)));
        if (jobs.single().isEmpty()) {
            List<Object> all = new ArrayList<>(
                    outcome.done().stream().map(InfoCommand::view).toList());
            all.addAll(outcome.failed());
            asked.print(
                    all,
                    shown -> outcome.done().stream()
                            .map(InfoCommand::text)
                            .map(text -> text.endsWith("\n") ? text : text + "\n")
                            .collect(Collectors.joining("\n")));
        } else {
            outcome.done().forEach(info -> asked.print(view(info), shown -> text(info)));
        }
        outcome.requireAll();
        return ExitStatus.DONE;
    }

    private int printJobspec() {
        List<JobId> single = jobs.single();
        if (single.isEmpty()) {
            throw CommandFailure.wrongUse("--jobspec requires one job id");
        }
        JobId job = single.getFirst();
        var request = new JobRead.JobInfo(job, formats.format(), JobRead.Reasons.NONE, true);
        Optional<JobDetail> detail = asked.ask(client -> client.info(request)).detail();
        if (detail.filter(JobDetail::isWithheld).isPresent()) {
            throw CommandFailure.no("the jobspec of job " + job + " is visible only to its owner and administrators");
        }
        Jobspec jobspec = detail.flatMap(JobDetail::jobspec)
                .orElseThrow(() -> CommandFailure.no(
                        "the jobspec of job " + job + " is not known, because the job was not submitted to a queue"));
        asked.print(Formats.embedded(JobspecWriter.json(jobspec)), shown -> JobspecYaml.write(jobspec));
        return ExitStatus.DONE;
    }

    private static JobView job(JobAnswer.JobInfo info) {
        return JobView.of(info.job()).waiting(WaitText.of(info.job(), info.waiting()));
    }

    private static JobInfo view(JobAnswer.JobInfo info) {
        Long deadlineSec = info.deadlineSec().isPresent() ? info.deadlineSec().getAsLong() : null;
        Optional<Jobspec> jobspec = info.detail().flatMap(JobDetail::jobspec);
        return new JobInfo(
                job(info),
                info.grows(),
                deadlineSec,
                Formats.embedded(info.resources()),
                jobspec.map(it -> JobWork.of(info.job(), it)).orElse(null),
                jobspec.map(JobspecWriter::json).map(Formats::embedded).orElse(null),
                info.detail().filter(JobDetail::isWithheld).isPresent(),
                info.detail().map(JobDetail::events).orElse(List.of()).stream()
                        .map(JobEventView::of)
                        .toList());
    }

    private static String text(JobAnswer.JobInfo info) {
        var listed = new ListedJob(info.job(), "", "", Instant.now().getEpochSecond());
        return text(job(info), view(info), JobPage.text(listed, info.detail()) + info.resources());
    }

    private static String when(JobView job) {
        if (job.hasStarted()) {
            return ", from " + job.start() + " to " + job.end();
        }
        return job.endedSec() == null ? "" : ", ended " + job.end() + " while pending";
    }

    private static String text(JobView job, JobInfo info, String facts) {
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
        text.append(info.deadlineSec == null ? "" : "deadline " + JobView.time(info.deadlineSec) + "\n");
        info.grows.forEach(grow -> text.append("grown by request ").append(grow).append('\n'));
        return text.append(facts).toString();
    }
}
