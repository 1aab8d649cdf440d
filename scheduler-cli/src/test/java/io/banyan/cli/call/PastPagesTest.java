package io.banyan.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** All of the past, however long it is, each job once and in order. */
class PastPagesTest {
    private final List<JobRecord> all = new ArrayList<>();

    private void ended(long atSec) {
        all.add(new JobRecord(
                new JobId(all.size() + 1L),
                "",
                "owner",
                JobState.COMPLETED,
                Optional.empty(),
                OptionalLong.of(atSec),
                Optional.empty(),
                Optional.empty(),
                "",
                new IfLost.Keep(),
                List.of(),
                Optional.empty()));
    }

    private PastJobs ask(HistoryQuery query) {
        List<JobRecord> found = all.stream()
                .filter(job -> job.endedSec().orElseThrow() >= query.sinceSec()
                        && job.endedSec().orElseThrow() < query.untilSec())
                .toList();
        int from = Math.max(0, found.size() - query.most());
        return new PastJobs(found.subList(from, found.size()), from > 0);
    }

    private List<JobRecord> read(long since, long until, int page) throws Exception {
        List<JobRecord> told = new ArrayList<>();
        new PastPages(this::ask, Optional.empty(), page).each(since, until, told::add);
        return told;
    }

    @Test
    void everyJobIsToldOnceInTheOrderOfTheEnds() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            all.clear();
            var random = new Random(seed);
            long sec = 100;
            for (int i = 0; i < 200; i++) {
                sec += random.nextInt(3);
                ended(sec);
            }
            for (int page : new int[] {1, 3, 7, 1_000}) {
                assertThat(read(0, Long.MAX_VALUE, page)).as("seed " + seed).isEqualTo(all);
            }
            assertThat(read(150, 200, 5))
                    .isEqualTo(ask(new HistoryQuery(150, 200, Optional.empty(), 1_000))
                            .jobs());
        }
    }

    @Test
    void moreThanAPageMayEndInOneSecond() throws Exception {
        for (int i = 0; i < 50; i++) {
            ended(7);
        }
        ended(8);
        assertThat(read(0, Long.MAX_VALUE, 10)).isEqualTo(all);
    }

    @Test
    void ofNothingNothingIsTold() throws Exception {
        assertThat(read(0, Long.MAX_VALUE, 10)).isEmpty();
    }
}
