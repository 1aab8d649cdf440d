package io.banyan.cli.slurm;

import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Jobs by their numbers as users of Slurm write them: {@code 12}, which of an array means all of it, {@code 12_3},
 * {@code 12_[1-3,7]}, and {@code 12.batch} or {@code 12.0} for a step.
 */
record JobIds(List<Id> ids) {
    private static final Pattern FORM = Pattern.compile(
            "(\\d{1,18})(?:_(?:\\[([0-9,-]+)]|(\\d{1,18}(?:-\\d{1,18})?)))?(?:\\.(batch|extern|\\d{1,9}))?");

    /** More are not taken in one command. */
    private static final int MOST = 100_000;

    /**
     * One of them.
     *
     * @param base the number of a job or an array
     * @param indices in the array; empty for the job, or all of the array
     * @param step which step of it; empty for the job
     */
    record Id(long base, Optional<IdSet> indices, Optional<String> step) {
        /** The id as Slurm writes it, without the step. */
        String text() {
            return base
                    + indices.map(it -> "_" + (it.size() == 1 ? it : "[" + it + "]"))
                            .orElse("");
        }

        /** Whether a job is meant. */
        boolean has(SlurmJob job) {
            if (indices.isEmpty()) {
                return job.rawId() == base || job.baseId() == base;
            }
            return job.array()
                    .filter(place -> place.first().value() == base)
                    .filter(place -> indices.get().contains(place.index()))
                    .isPresent();
        }
    }

    /** Copies the list. */
    JobIds {
        ids = List.copyOf(ids);
    }

    /**
     * Reads lists of numbers with commas between them. Lists without a number do not stand for all jobs: they usually
     * come from a variable that is not set.
     *
     * @throws IllegalArgumentException where one is no number of a job, or lists contain none
     */
    static JobIds parse(List<String> lists) {
        List<Id> ids = new ArrayList<>();
        for (String list : lists) {
            for (String word : list.split(",(?![^\\[]*])", -1)) {
                if (!word.isBlank()) {
                    ids.add(id(word.strip()));
                }
            }
        }
        if (ids.isEmpty() && !lists.isEmpty()) {
            throw new IllegalArgumentException("Invalid job id: '" + String.join(" ", lists) + "'");
        }
        if (ids.size() > MOST) {
            throw new IllegalArgumentException(
                    "A command accepts at most " + MOST + " job ids, found " + ids.size() + ".");
        }
        return new JobIds(ids);
    }

    private static Id id(String word) {
        Matcher found = FORM.matcher(word);
        if (!found.matches()) {
            throw new IllegalArgumentException("Invalid job id: " + word);
        }
        String indices = found.group(2) == null ? found.group(3) : found.group(2);
        return new Id(
                Long.parseLong(found.group(1)),
                Optional.ofNullable(indices).map(IdSet::parse),
                Optional.ofNullable(found.group(4)));
    }

    boolean isEmpty() {
        return ids.isEmpty();
    }

    /** Whether a job is meant. */
    boolean has(SlurmJob job) {
        return ids.stream().anyMatch(id -> id.has(job));
    }

    /** The numbers that are written. */
    IdSet bases() {
        IdSet.Builder all = IdSet.builder();
        ids.forEach(id -> all.add(id.base));
        return all.build();
    }
}
