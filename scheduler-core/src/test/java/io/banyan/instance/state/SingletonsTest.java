package io.banyan.instance.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SingletonsTest {
    private final Singletons singletons = new Singletons();
    private final List<JobRecord> jobs = new ArrayList<>();
    private int readings;

    private JobRecord job(long id, String name) {
        var job = new JobRecord(
                new JobId(id),
                name,
                "owner",
                JobState.PENDING,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                "",
                new IfLost.Keep(),
                List.of(),
                Optional.empty());
        jobs.add(job);
        return job;
    }

    private Stream<JobRecord> all() {
        readings++;
        return jobs.stream();
    }

    private Optional<JobId> before(long id) {
        return singletons.before(new JobId(id));
    }

    @Test
    void allJobsAreReadOnceHoweverManyNamesThereAre() {
        singletons.came(job(1, "b"));
        singletons.add(job(2, "a"), this::all);
        singletons.came(job(3, "c"));
        singletons.add(job(4, "b"), this::all);
        singletons.add(job(5, "c"), this::all);
        assertThat(readings).isEqualTo(1);
        assertThat(List.of(before(2), before(4), before(5)))
                .containsExactly(Optional.empty(), Optional.of(new JobId(1)), Optional.of(new JobId(3)));
        assertThat(singletons.ended(new JobId(3))).hasValue(new JobId(5));
        assertThat(before(5)).isEmpty();
    }
}
