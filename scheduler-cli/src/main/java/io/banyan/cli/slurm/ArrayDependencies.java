package io.banyan.cli.slurm;

import io.banyan.cli.request.ForeignOptions;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Dependencies on arrays: with Slurm, the number of an array stands for all its jobs, and {@code 12_3} for one of them.
 * In Banyan, each has a number of its own.
 */
final class ArrayDependencies {
    /** The option with the dependencies. */
    static final String OPTION = "--dependency";

    private static final String BY_INDEX = "aftercorr";
    private static final Pattern CLAUSE = Pattern.compile("([a-z]+):([^,?]+)");
    private final ToolContext tool;

    private ArrayDependencies(ToolContext tool) {
        this.tool = tool;
    }

    static ArrayDependencies of(ToolContext tool) {
        return new ArrayDependencies(tool);
    }

    /** The option with all jobs of the arrays that its value names. */
    ForeignOptions.Found resolved(ForeignOptions.Found found) {
        Optional<String> value = found.value().map(this::resolved);
        return new ForeignOptions.Found(found.option(), found.name(), value);
    }

    private String resolved(String value) {
        Matcher clause = CLAUSE.matcher(value);
        StringBuilder text = new StringBuilder();
        while (clause.find()) {
            if (clause.group(1).equals(BY_INDEX)) {
                throw new IllegalArgumentException(
                        BY_INDEX + " is not supported; afterok with the id of an array waits for all its jobs");
            }
            clause.appendReplacement(text, clause.group(1) + ":" + jobs(clause.group(2)));
        }
        return clause.appendTail(text).toString();
    }

    /** Numbers with colons between them. */
    private String jobs(String words) {
        if (words.indexOf('+') >= 0) {
            throw new IllegalArgumentException("a time after a job id is not supported, found '" + words + "'");
        }
        JobIds ids = JobIds.parse(List.of(words.replace(':', ',')));
        List<SlurmJob> known = tool.ask(cluster -> cluster.jobs(JobQuery.of(ids), Set.of()));
        return ids.ids().stream().map(id -> numbers(id, known)).collect(Collectors.joining(":"));
    }

    private static String numbers(JobIds.Id id, List<SlurmJob> known) {
        List<Long> numbers = new ArrayList<>();
        known.stream().filter(id::has).forEach(job -> numbers.add(job.rawId()));
        if (numbers.isEmpty() && id.indices().isPresent()) {
            throw new SlurmFailure("Job dependency problem: job " + id.base() + " has no such index");
        }
        // The daemon reports an unknown job.
        IdSet.Builder all = IdSet.builder();
        numbers.forEach(all::add);
        return numbers.isEmpty()
                ? String.valueOf(id.base())
                : all.build().toString().replace(',', ':');
    }
}
