package io.banyan.cli.look;

import io.banyan.cli.output.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The table of a list of jobs. */
public final class JobTable {
    private JobTable() {}

    /** The usual fields. Queue and account are left out where they are the same for all jobs. O(jobs). */
    public static List<JobField> usualFields(List<ListedJob> jobs) {
        List<JobField> fields = new ArrayList<>(List.of(JobField.ID, JobField.NAME, JobField.USER));
        if (isVaried(jobs.stream().map(ListedJob::queue).collect(Collectors.toSet()))) {
            fields.add(JobField.QUEUE);
        }
        if (isVaried(jobs.stream().map(ListedJob::account).collect(Collectors.toSet()))) {
            fields.add(JobField.ACCOUNT);
        }
        fields.addAll(
                List.of(JobField.STATE, JobField.NODES, JobField.CORES, JobField.TIME, JobField.LEFT, JobField.WHERE));
        return fields;
    }

    private static boolean isVaried(Set<String> values) {
        return values.size() > 1;
    }

    /** The lines in aligned columns. O(lines x fields). */
    static String text(List<JobLine> lines, List<JobField> fields, boolean hasHeader) {
        Table table = new Table();
        for (JobField field : fields) {
            if (field.isRight()) {
                table.right(field.heading());
            } else {
                table.left(field.heading());
            }
        }
        for (JobLine line : lines) {
            table.row(fields.stream().map(field -> (Object) field.text(line)).toArray());
        }
        return hasHeader ? table.toString() : table.withoutHeading();
    }
}
