package io.banyan.cli.slurm;

import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.client.ClientException;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code squeue}: the jobs that wait and run. */
@Command(
        name = "squeue",
        description = "List jobs, like Slurm's squeue.",
        versionProvider = ToolOptions.SlurmVersion.class)
final class SqueueCommand implements Callable<Integer> {
    private static final String USUAL = "%.18i %.9P %.8j %.8u %.2t %.10M %.6D %R";
    private static final String LONG = "%.18i %.9P %.8j %.8u %.8T %.10M %.9l %.6D %R";
    private static final String STARTS = "%.18i %.9P %.8j %.8u %.2t %.19S %.6D %20Y %R";

    private final ToolContext tool;

    @Mixin
    private final ToolOptions options = new ToolOptions();

    @Mixin
    private final JobFilters filters = new JobFilters();

    @Mixin
    private final FieldOptions fields = new FieldOptions();

    @Option(
            names = {"-a", "--all", "--hide"},
            description = "Accepted; no partition is hidden.")
    private boolean[] unusedAll = {};

    @Option(
            names = {"-r", "--array"},
            description = "Print one line for each pending job of an array.")
    private boolean array;

    @Option(
            names = {"-j", "--jobs", "--job"},
            paramLabel = "LIST",
            description = "Only jobs with these ids.")
    private List<String> jobs = List.of();

    @Option(
            names = {"-P", "--priority"},
            description = "Accepted; jobs are listed by priority.")
    private boolean unusedByPriority;

    @Option(
            names = {"-S", "--sort"},
            paramLabel = "FIELDS",
            description = "Sort order, such as P,-t,i.")
    private String sort = "P,t,-p,A";

    @Option(names = "--start", description = "Show when pending jobs are expected to start.")
    private boolean starts;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    SqueueCommand(ToolContext tool) {
        this.tool = tool;
    }

    @Override
    public Integer call() {
        options.check();
        OutputFormat<SqueueField, SlurmJob> shown =
                fields.format(this::letters, SqueueField.BY_LETTER, SqueueField.BY_NAME);
        Comparator<SlurmJob> order = order();
        Set<Need> needs = EnumSet.noneOf(Need.class);
        shown.fields().forEach(field -> needs.addAll(field.needs()));
        if (json) {
            needs.addAll(EnumSet.of(Need.ACCOUNT, Need.NODES, Need.REASON));
        }
        if (filters.isAboutNodes()) {
            needs.add(Need.NODES);
        }
        return tool.ask(cluster -> {
            List<SlurmJob> found = found(cluster, needs).stream()
                    .filter(filters::areNodesOf)
                    .sorted(order)
                    .toList();
            List<SlurmJob> lines = array || json ? found : joined(found);
            tool.print(json ? JobsJson.of(lines) : shown.text(fields.hasHeader(), lines));
            return ExitStatus.DONE;
        });
    }

    private String letters() {
        return tool.variable("SQUEUE_FORMAT").orElse(starts ? STARTS : fields.isLong() ? LONG : USUAL);
    }

    private List<SlurmJob> found(SlurmCluster cluster, Set<Need> needs) throws ClientException {
        JobIds ids = JobIds.parse(jobs);
        Set<SlurmState> in = filters.states();
        if (starts) {
            in.add(SlurmState.PENDING);
        }
        List<SlurmJob> found = cluster.jobs(filters.query(ids, filters.users(tool), in), needs);
        filters.requireKnown(cluster, found);
        boolean isUnknown = found.isEmpty()
                && ids.ids().size() == 1
                && cluster.jobs(JobQuery.of(ids), Set.of()).isEmpty();
        if (isUnknown) {
            throw SlurmFailure.noSuchJob();
        }
        return found;
    }

    /** Joins the pending jobs of an array that wait for the same reason, where the first of them stands. */
    private static List<SlurmJob> joined(List<SlurmJob> jobs) {
        record Group(long array, String reason) {}
        Map<Object, SlurmJob> lines = new LinkedHashMap<>();
        Map<Object, IdSet.Builder> indices = new LinkedHashMap<>();
        for (SlurmJob job : jobs) {
            boolean isJoined = job.state() == SlurmState.PENDING && job.array().isPresent();
            Object key = isJoined
                    ? new Group(job.baseId(), job.reason())
                    : job.record().id();
            lines.putIfAbsent(key, job);
            if (isJoined) {
                indices.computeIfAbsent(key, none -> IdSet.builder())
                        .add(job.array().get().index());
            }
        }
        List<SlurmJob> all = new ArrayList<>();
        lines.forEach((key, job) -> {
            IdSet joined = indices.getOrDefault(key, IdSet.builder()).build();
            all.add(joined.size() > 1 ? job.withIndices(joined) : job);
        });
        return all;
    }

    private Comparator<SlurmJob> order() {
        Comparator<SlurmJob> order = Comparator.comparingInt(job -> 0);
        for (String word : sort.split(",", -1)) {
            order = order.thenComparing(order(word));
        }
        return order.thenComparingLong(SlurmJob::rawId);
    }

    private static Comparator<SlurmJob> order(String word) {
        String letter = word.replaceFirst("^[+-]", "");
        SqueueField field = letter.length() == 1 ? SqueueField.BY_LETTER.get(letter.charAt(0)) : null;
        if (field == null) {
            throw new SlurmFailure("Invalid sort specification: " + word);
        }
        Comparator<SlurmJob> by = SqueueField.order(field);
        return word.startsWith("-") ? by.reversed() : by;
    }
}
