package io.banyan.cli.simulate;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.ProgressLine;
import io.banyan.cli.output.SheetOutput;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.sim.deadline.Calibration;
import io.banyan.sim.deadline.DeadlineWorkload;
import io.banyan.sim.deadline.LoadLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan simulate deadlines calibrate}: the workload whose acceptance by counts is that of the paper. */
@Command(
        name = "calibrate",
        description = "Search for the settings of the workload with which counts accept as many jobs as in the paper.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class DeadlinesCalibrateCommand implements Callable<Integer> {
    private static final int MOST_TRIES = 100_000;
    private static final int MOST_SEEDS = 1000;

    private final Terminal terminal;

    @Option(
            names = "--tries",
            paramLabel = "N",
            description = "Number of settings to try (default ${DEFAULT-VALUE}); 0 measures the usual settings.")
    private int tries = 300;

    @Option(names = "--near", description = "Try only settings near the usual ones. By default, a third are anywhere.")
    private boolean isLocal;

    @Option(names = "--search-seed", paramLabel = "N", description = "Seed of the search (default ${DEFAULT-VALUE}).")
    private long searchSeed = 1;

    @Option(
            names = "--seeds",
            paramLabel = "FIRST-LAST",
            converter = Seeds.Reader.class,
            description = "Seeds, one workload for each load (default ${DEFAULT-VALUE}).",
            defaultValue = "1-8")
    private Seeds seeds = new Seeds(1, 8);

    @Mixin
    private final DeadlineOptions options = new DeadlineOptions();

    @Mixin
    private final SheetOutput output;

    DeadlinesCalibrateCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new SheetOutput(terminal);
    }

    /** The result for programs. */
    record Shown(String settings, int jobs, double error, boolean comparesTimes, long seeds, List<ShownLoad> loads) {}

    /** The results with one load beside those of the paper. */
    record ShownLoad(String load, double accepted, int acceptedInPaper, double days, int daysInPaper) {}

    @Override
    public Integer call() {
        if (tries < 0 || tries > MOST_TRIES || seeds.count() > MOST_SEEDS) {
            throw CommandFailure.wrongUse("--tries must be 0 to " + MOST_TRIES + ", and --seeds at most " + MOST_SEEDS
                    + " seeds, found " + tries + " and " + seeds.count() + ".");
        }
        options.threads();
        var calibration = new Calibration(options.network(), options.jobs(), seeds.first(), (int) seeds.count());
        Calibration.Fit fit = search(calibration);
        var shown = new Shown(
                fit.workload().line(),
                options.jobs(),
                fit.error(),
                calibration.comparesTimes(),
                seeds.count(),
                fit.points().stream().map(DeadlinesCalibrateCommand::shown).toList());
        output.print(shown, DeadlinesCalibrateCommand::text, DeadlinesCalibrateCommand::rows);
        return ExitStatus.DONE;
    }

    private Calibration.Fit search(Calibration calibration) {
        var done = new AtomicInteger();
        try (var progress = ProgressLine.of(terminal)) {
            return options.parallel(() ->
                    calibration.search(DeadlineWorkload.USUAL, isLocal, tries, searchSeed, best -> {
                        int tried = done.incrementAndGet();
                        progress.show(() -> ProgressLine.bar(tried, tries) + "  " + tried + " of " + tries
                                + " settings, error " + String.format(Locale.ROOT, "%.4f", best.error()));
                    }));
        }
    }

    private static ShownLoad shown(Calibration.Point point) {
        LoadLevel load = point.load();
        return new ShownLoad(load.word(), point.accepted(), load.countedInPaper(), point.days(), load.daysInPaper());
    }

    private static String text(Shown shown) {
        var table = new Table()
                .left("load")
                .right("accepted by counts")
                .right("in the paper")
                .right("latest deadline")
                .right("in the paper");
        shown.loads.forEach(it -> table.row(
                it.load,
                String.format(Locale.ROOT, "%.0f jobs", it.accepted),
                it.acceptedInPaper + " of 1000",
                String.format(Locale.ROOT, "%.0f d", it.days),
                it.daysInPaper + " d"));
        return StatementTable.wrapped(shown.settings) + "\nerror " + String.format(Locale.ROOT, "%.4f", shown.error)
                + " over " + shown.seeds + (shown.seeds == 1 ? " seed" : " seeds") + times(shown) + "\n\n" + table;
    }

    private static String times(Shown shown) {
        return shown.comparesTimes
                ? ""
                : "\nThe error has no times: those of the paper are of 1000 jobs, and these of " + shown.jobs + ".";
    }

    private static List<List<String>> rows(Shown shown) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("load", "accepted", "accepted_in_paper", "days", "days_in_paper"));
        shown.loads.forEach(it -> rows.add(List.of(
                it.load,
                String.format(Locale.ROOT, "%.1f", it.accepted),
                Integer.toString(it.acceptedInPaper),
                String.format(Locale.ROOT, "%.1f", it.days),
                Integer.toString(it.daysInPaper))));
        return rows;
    }
}
