package io.banyan.cli.jobs;

import io.banyan.cli.call.JobView;
import io.banyan.cli.output.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The resources that jobs used, summed up by their owners, or otherwise. */
final class UsageBy {
    /** The key of the sums. */
    enum Key {
        USER,
        QUEUE,
        ACCOUNT,
        STATE;

        private String of(AccountRow row) {
            return switch (this) {
                case USER -> row.user();
                case QUEUE -> row.queue() == null ? "" : row.queue();
                case ACCOUNT -> row.account() == null ? "" : row.account();
                case STATE -> row.state();
            };
        }

        @Override
        public String toString() {
            return JobView.lower(this);
        }
    }

    /**
     * One sum.
     *
     * @param waitSec of those that started, how long they waited since they were eligible, all in all
     */
    record Sum(String of, long jobs, long started, long coreSec, long waitSec) {
        Sum with(AccountRow row) {
            boolean hasStarted = row.started() != null;
            long since = row.eligible() != null ? row.eligible() : row.submitted() == null ? 0 : row.submitted();
            long wait = row.started() == null ? 0 : Math.max(0, row.started() - since);
            return new Sum(
                    of,
                    jobs + 1,
                    started + (hasStarted ? 1 : 0),
                    coreSec + (row.coreSec() == null ? 0 : row.coreSec()),
                    waitSec + wait);
        }
    }

    private final Key key;
    private final Map<String, Sum> sums = new TreeMap<>();

    UsageBy(Key key) {
        this.key = key;
    }

    void add(AccountRow row) {
        String of = key.of(row);
        sums.put(of, sums.getOrDefault(of, new Sum(of, 0, 0, 0, 0)).with(row));
    }

    /** The sums, the largest first. */
    List<Sum> sums() {
        return sums.values().stream()
                .sorted(Comparator.comparingLong(Sum::coreSec).reversed().thenComparing(Sum::of))
                .toList();
    }

    String text() {
        Table table = new Table()
                .left(key.toString())
                .right("jobs")
                .right("core hours")
                .right("%")
                .right("mean wait");
        long all = sums.values().stream().mapToLong(Sum::coreSec).sum();
        for (Sum sum : sums()) {
            table.row(
                    sum.of().isEmpty() ? "-" : sum.of(),
                    sum.jobs(),
                    String.format(Locale.ROOT, "%.2f", sum.coreSec() / 3600.0),
                    all == 0 ? "-" : String.format(Locale.ROOT, "%.1f", 100.0 * sum.coreSec() / all),
                    sum.started() == 0 ? "-" : sum.waitSec() / sum.started() + " s");
        }
        return table.isEmpty() ? "No jobs.\n" : table.toString();
    }
}
