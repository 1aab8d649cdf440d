package io.banyan.cli.jobs;

import io.banyan.cli.call.JobView;
import io.banyan.cli.call.PastPages;
import io.banyan.cli.call.Target;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.ExportOutput;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.Moment;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.sim.trace.SwfLog;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan accounting}: the resources that jobs had and used. */
@Command(
        name = "accounting",
        description = "Export the resources and usage of ended jobs, in the order of their ends.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "csv has a header and times in UTC. json has one line for each job, with times in "
                    + "seconds since the epoch. swf is the Standard Workload Format, which 'banyan simulate "
                    + "run --trace' reads. Core seconds follow the changing size of a job and include all of "
                    + "its runs. Nodes and cores are the maximum at one time. jobs.history and "
                    + "jobs.history-most in the configuration set how long jobs are kept."
        })
public final class AccountingCommand implements Callable<Integer> {
    private static final int PAGE = 10_000;

    @Mixin
    private final Target target = new Target();

    @Mixin
    private final ExportOutput output;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Jobs that ended since this time: 90m, 12h or 2d ago, 2026-11-21, or 2026-11-21T18:30 "
                    + "(default: all).")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Jobs that ended before this time.")
    private @Nullable String until;

    @Option(names = "--user", paramLabel = "USER", description = "Only jobs of this user.")
    private @Nullable String user;

    @Option(
            names = "--running",
            description = "Also list jobs that have started and not ended, with their usage so far.")
    private boolean running;

    @Option(
            names = "--by",
            paramLabel = "KEY",
            description = "Print sums instead of jobs, by ${COMPLETION-CANDIDATES}. Requires text or json.")
    private UsageBy.@Nullable Key by;

    public AccountingCommand(Terminal terminal) {
        this.output = new ExportOutput(terminal);
    }

    @Override
    public Integer call() {
        check();
        Instant now = Instant.now();
        long from = since == null ? 0 : moment("--since", since, now);
        long to = until == null ? Long.MAX_VALUE : moment("--until", until, now);
        if (from >= to) {
            throw CommandFailure.wrongUse("--until must be later than --since");
        }
        try (BanyanClient client = target.connect()) {
            print(client, from, to);
        } catch (ClientException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
        return ExitStatus.DONE;
    }

    private void check() {
        if (by != null && output.format() != ExportOutput.Format.TEXT && !output.isData()) {
            throw CommandFailure.wrongUse("--by requires -o text, json or yaml");
        }
        if (running && output.format() == ExportOutput.Format.SWF) {
            throw CommandFailure.wrongUse("--running cannot be used with -o swf, which contains only ended jobs");
        }
        String whose = user;
        if (whose != null) {
            CheckedValues.value(() -> new Principal(whose, Role.USER));
        }
    }

    private static long moment(String option, String text, Instant now) {
        try {
            return Moment.parse(text, now, ZoneId.systemDefault());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(option + ": " + e.getMessage());
        }
    }

    private void print(BanyanClient client, long from, long to) throws ClientException {
        if (by != null) {
            var sums = new UsageBy(by);
            each(client, from, to, sums::add);
            output.print(sums.sums(), all -> sums.text());
            return;
        }
        switch (output.format()) {
            case JSON, YAML -> each(client, from, to, row -> output.printLine(row, it -> ""));
            case CSV -> {
                output.row(AccountRow.HEADING);
                each(client, from, to, row -> output.row(row.fields()));
            }
            case TEXT -> {
                Table table = table();
                each(client, from, to, row -> add(table, row));
                output.text(table.isEmpty() ? "No jobs.\n" : table.toString());
            }
            case SWF -> {
                var log = new SwfLog();
                each(client, from, to, row -> row.swf().ifPresent(log::add));
                Statistics machine = client.stat();
                output.text(log.text(total(machine, "node"), total(machine, "core"), "jobs of " + machine.name()));
            }
        }
    }

    private static long total(Statistics machine, String type) {
        return Optional.ofNullable(machine.amounts().get(type))
                .map(Amount::total)
                .orElse(0L);
    }

    private void each(BanyanClient client, long from, long to, Consumer<AccountRow> told) throws ClientException {
        new PastPages(client::history, Optional.ofNullable(user), PAGE)
                .each(from, to, job -> told.accept(AccountRow.of(job)));
        if (running) {
            for (JobRecord job : client.jobs(new JobRead.Jobs(false, true, 0)).jobs()) {
                AccountRow row = AccountRow.of(job);
                if (row.started() != null && (user == null || user.equals(row.user()))) {
                    told.accept(row);
                }
            }
        }
    }

    private static Table table() {
        return new Table()
                .right("job")
                .left("name")
                .left("user")
                .left("state")
                .right("exit")
                .left("submitted")
                .left("started")
                .left("ended")
                .right("nodes")
                .right("cores")
                .right("core seconds");
    }

    private static void add(Table table, AccountRow row) {
        table.row(
                row.job(),
                row.name(),
                row.user(),
                row.state(),
                orDash(row.exitStatus()),
                time(row.submitted()),
                time(row.started()),
                time(row.ended()),
                orDash(row.nodes()),
                orDash(row.cores()),
                orDash(row.coreSec()));
    }

    private static String orDash(@Nullable Object value) {
        return value == null ? "-" : value.toString();
    }

    private static String time(@Nullable Long sec) {
        return sec == null ? "-" : JobView.time(sec);
    }
}
