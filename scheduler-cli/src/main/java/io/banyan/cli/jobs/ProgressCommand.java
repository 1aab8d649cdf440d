package io.banyan.cli.jobs;

import io.banyan.cli.bulk.GroupProgress;
import io.banyan.cli.bulk.ProgressWatch;
import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobEnd;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Sentence;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobSelection;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan progress}: how far many jobs are. */
@Command(
        name = "progress",
        description =
                "Show the progress of jobs until all of them end. The exit status is 0 if all jobs " + "complete.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Without a selection: all jobs that you can see and the daemon remembers. A terminal "
                    + "shows one line that is",
            "updated in place; otherwise each update is a new line.",
            "",
            "banyan progress --group sweep",
            "banyan progress 1-2000 --once"
        })
public final class ProgressCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(names = "--once", description = "Print the progress once.")
    private boolean once;

    @Mixin
    private final JobSelector jobs = new JobSelector();

    private final Terminal terminal;

    public ProgressCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobSelection selection = jobs.selection().withoutReservations();
        var end = new JobEnd(asked.target(), asked::tell);
        var watch = new ProgressWatch(
                () -> end.ask(client -> client.count(new JobRead.Count(selection)))
                        .jobs(),
                terminal,
                progress -> asked.printLine(progress, GroupProgress::text),
                !asked.isData());
        GroupProgress last = once ? watch.showOnce() : watch.showToEnd();
        asked.endLines();
        if (last.total() == 0 && !jobs.isEmpty()) {
            throw CommandFailure.no(jobs.none(JobSelector.Suitable.ALL));
        }
        if (last.total() == 0) {
            asked.tell("banyan: " + Sentence.of(jobs.none(JobSelector.Suitable.ALL)));
        }
        if (!once && last.failed() > 0) {
            throw CommandFailure.no(
                    "not all jobs completed; 'banyan jobs -a --status failed,expired,cancelled' lists the others");
        }
        return ExitStatus.DONE;
    }
}
