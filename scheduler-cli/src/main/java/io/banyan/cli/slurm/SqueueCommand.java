package io.banyan.cli.slurm;

import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.client.ClientException;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code squeue}: the jobs that wait and run. */
@Command(
        name = "squeue",
        description = "List jobs, as Slurm's squeue.",
        versionProvider = ToolOptions.SlurmVersion.class)
final class SqueueCommand implements Callable<Integer> {
    private static final String USUAL = "%.18i %.9P %.8j %.8u %.2t %.10M %.6D %R";
    private static final String LONG = "%.18i %.9P %.8j %.8u %.8T %.10M %.9l %.6D %R";
    private static final String STARTS = "%.18i %.9P %.8j %.8u %.2t %.19S %.6D %20Y %R";

    private final ToolContext tool;

    @Mixin
    private final ToolOptions options = new ToolOptions();

    @Option(
            names = {"-A", "--account"},
            split = ",",
            paramLabel = "LIST",
            description = "Jobs of these accounts.")
    private List<String> accounts = List.of();

    @Option(
            names = {"-a", "--all", "--hide"},
            description = "Accepted; no partition is hidden.")
    private boolean[] unusedAll = {};

    @Option(
            names = {"-r", "--array"},
            description = "A line for each pending job of an array.")
    private boolean array;

    @Option(
            names = {"-o", "--format"},
            paramLabel = "FORMAT",
            description = "Fields by letters, such as '%%.18i %%t'.")
    private @Nullable String format;

    @Option(
            names = {"-O", "--Format"},
            paramLabel = "FIELDS",
            description = "Fields by names, such as JobID:18,State.")
    private @Nullable String names;

    @Option(
            names = {"-h", "--noheader"},
            description = "No line above the columns.")
    private boolean headless;

    @Option(
            names = {"-j", "--jobs", "--job"},
            paramLabel = "LIST",
            description = "Jobs by their numbers.")
    private List<String> jobs = List.of();

    @Option(
            names = {"-l", "--long"},
            description = "More fields.")
    private boolean isLong;

    @Option(names = "--me", description = "The jobs of whoever asks.")
    private boolean mine;

    @Option(
            names = {"-n", "--name"},
            split = ",",
            paramLabel = "LIST",
            description = "Jobs with these names.")
    private List<String> jobNames = List.of();

    @Option(
            names = {"-w", "--nodelist"},
            paramLabel = "HOSTS",
            description = "Jobs on these nodes.")
    private @Nullable String nodes;

    @Option(
            names = {"-p", "--partition"},
            split = ",",
            paramLabel = "LIST",
            description = "Jobs in these partitions.")
    private List<String> partitions = List.of();

    @Option(
            names = {"-P", "--priority"},
            description = "Accepted; jobs are listed by priority.")
    private boolean unusedByPriority;

    @Option(
            names = {"-S", "--sort"},
            paramLabel = "FIELDS",
            description = "The order, such as P,-t,i.")
    private String sort = "P,t,-p,A";

    @Option(names = "--start", description = "When pending jobs are expected to start.")
    private boolean starts;

    @Option(
            names = {"-t", "--states"},
            paramLabel = "LIST",
            description = "Jobs in these states, or 'all'.")
    private List<String> states = List.of();

    @Option(
            names = {"-u", "--user"},
            split = ",",
            paramLabel = "LIST",
            description = "Jobs of these users.")
    private List<String> users = List.of();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    SqueueCommand(ToolContext tool) {
        this.tool = tool;
    }

    @Override
    public Integer call() {
        options.check();
        OutputFormat<JobField, SlurmJob> shown = shown();
        Comparator<SlurmJob> order = order();
        Set<Need> needs = EnumSet.noneOf(Need.class);
        shown.fields().forEach(field -> needs.addAll(field.needs()));
        if (json) {
            needs.addAll(EnumSet.of(Need.ACCOUNT, Need.NODES, Need.REASON));
        }
        if (nodes != null) {
            needs.add(Need.NODES);
        }
        return tool.ask(cluster -> {
            List<SlurmJob> found = found(cluster, needs).stream()
                    .filter(this::isOnNodes)
                    .sorted(order)
                    .toList();
            List<SlurmJob> lines = array || json ? found : joined(found);
            tool.print(json ? JobsJson.of(lines) : shown.text(!headless, lines));
            return ExitStatus.DONE;
        });
    }

    private OutputFormat<JobField, SlurmJob> shown() {
        if (names != null) {
            return OutputFormat.ofNames(names, JobField.BY_NAME);
        }
        String letters = format == null ? tool.variable("SQUEUE_FORMAT").orElse(null) : format;
        if (letters == null) {
            letters = starts ? STARTS : isLong ? LONG : USUAL;
        }
        return OutputFormat.ofLetters(letters, JobField.BY_LETTER);
    }

    private List<SlurmJob> found(Cluster cluster, Set<Need> needs) throws ClientException {
        JobIds ids = JobIds.parse(jobs);
        Set<String> wanted = users.stream().map(SlurmUsers::name).collect(Collectors.toCollection(HashSet::new));
        if (mine) {
            wanted.add(tool.user());
        }
        Set<SlurmState> in = EnumSet.noneOf(SlurmState.class);
        states.forEach(list -> in.addAll(SlurmState.parse(list)));
        if (starts) {
            in.add(SlurmState.PENDING);
        }
        var query = new JobQuery(ids, Set.copyOf(jobNames), wanted, in, Set.copyOf(partitions), Set.copyOf(accounts));
        List<SlurmJob> found = cluster.jobs(query, needs);
        boolean isUnknown = found.isEmpty()
                && ids.ids().size() == 1
                && cluster.jobs(JobQuery.of(ids), Set.of()).isEmpty();
        if (isUnknown) {
            throw SlurmFailure.noSuchJob();
        }
        return found;
    }

    private boolean isOnNodes(SlurmJob job) {
        return nodes == null || HostList.parse(nodes).stream().anyMatch(job.nodes()::contains);
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
        JobField field = letter.length() == 1 ? JobField.BY_LETTER.get(letter.charAt(0)) : null;
        if (field == null) {
            throw new SlurmFailure("Invalid sort specification: " + word);
        }
        Comparator<SlurmJob> by = JobField.order(field);
        return word.startsWith("-") ? by.reversed() : by;
    }
}
