package io.banyan.cli.simulate;

import io.banyan.cli.output.Table;
import io.banyan.sim.deadline.JobGroup;
import io.banyan.sim.metric.MeanEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The jobs of a mapping by size or type: means over all seeds. */
final class JobGroupTable {
    private JobGroupTable() {}

    /** The property by which jobs are grouped. */
    enum Property {
        SIZE("size"),
        TYPE("type");

        private final String word;

        Property(String word) {
            this.word = word;
        }

        /** The groups of a run. */
        List<JobGroup> groups(DeadlineFigures figures) {
            return switch (this) {
                case SIZE -> figures.sizes();
                case TYPE -> figures.types();
            };
        }
    }

    /** Reads a property. */
    static final class PropertyReader implements ITypeConverter<Property> {
        @Override
        public Property convert(String text) {
            return Arrays.stream(Property.values())
                    .filter(property -> property.word.equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("expected size or type, found '" + text + "'"));
        }
    }

    /** The means of a group. */
    record ShownGroup(String name, double submitted, double accepted, double completed, double cancelled) {}

    /** The groups of one mapping with one mean time between submissions. */
    record Section(long gapSec, String mapping, List<ShownGroup> groups) {}

    /**
     * The means of groups.
     *
     * @param runs by seed: the same groups in the same order
     */
    static List<ShownGroup> means(List<List<JobGroup>> runs) {
        List<ShownGroup> means = new ArrayList<>();
        for (int i = 0; i < runs.getFirst().size(); i++) {
            int at = i;
            List<JobGroup> same = runs.stream().map(run -> run.get(at)).toList();
            means.add(new ShownGroup(
                    same.getFirst().name(),
                    mean(same, JobGroup::submitted),
                    mean(same, JobGroup::accepted),
                    mean(same, JobGroup::completed),
                    mean(same, JobGroup::cancelled)));
        }
        return means;
    }

    private static double mean(List<JobGroup> groups, ToIntFunction<JobGroup> number) {
        return MeanEstimate.of(groups.stream().mapToInt(number).asDoubleStream().toArray())
                .mean();
    }

    /** The text for people, which follows on other tables. */
    static String text(Property property, List<Section> sections) {
        var table = new Table()
                .right("gap")
                .left("mapping")
                .right(property.word)
                .right("submitted")
                .right("accepted")
                .right("completed")
                .right("cancelled");
        for (Section section : sections) {
            section.groups.forEach(group -> table.row(
                    section.gapSec + " s",
                    section.mapping,
                    group.name,
                    jobs(group.submitted),
                    jobs(group.accepted),
                    jobs(group.completed),
                    jobs(group.cancelled)));
        }
        return "\nJobs by " + property.word + ", means of all seeds:\n\n" + table;
    }

    private static String jobs(double mean) {
        return String.format(Locale.ROOT, "%.1f", mean);
    }
}
