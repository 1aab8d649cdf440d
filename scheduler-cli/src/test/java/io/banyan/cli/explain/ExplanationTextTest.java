package io.banyan.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.match.Reason;
import io.banyan.match.explain.Explanation;
import io.banyan.match.explain.Explanation.Above;
import io.banyan.match.explain.Explanation.Holders;
import io.banyan.match.explain.Explanation.Level;
import io.banyan.match.explain.Explanation.Taken;
import io.banyan.match.explain.Obstacle;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationTextTest {
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final long NOW = Instant.parse("2026-03-01T12:05:00Z").getEpochSecond();

    private static Taken taken(Obstacle obstacle, String about, long count, Holders holders) {
        return new Taken(obstacle, about, count, 0, 0, 0, List.of(), 0, holders);
    }

    private static Taken taken(Obstacle obstacle, String about, long count) {
        return taken(obstacle, about, count, Holders.NONE);
    }

    private static Holders jobs(long endSec, int others, long... ids) {
        return new Holders(Arrays.stream(ids).mapToObj(JobId::new).toList(), others, endSec, endSec);
    }

    private static Level level(String requirement, long needed, long fits, List<Taken> taken, Level... below) {
        long candidates = fits + taken.stream().mapToLong(Taken::count).sum();
        return new Level(requirement, "" + needed, needed, candidates, fits, fits, taken, List.of(below));
    }

    private static String text(Explanation.Start start, Level level, Explanation.Change... changes) {
        return ExplanationText.of(
                new Explanation(
                        NOW,
                        start,
                        List.of(new Explanation.Alternative(List.of(), List.of(level))),
                        0,
                        List.of(changes)),
                Optional.of(UTC));
    }

    private static String line(Taken taken) {
        return text(new Explanation.Start.Now(new TimeWindow(NOW, NOW + 1)), level("node", 8, 0, List.of(taken)))
                .lines()
                .toList()
                .get(1)
                .strip();
    }

    @Test
    void showsTheTreeTheStartAndWhatWouldHelp() {
        Level nodes = level(
                "cluster/node",
                8,
                3,
                List.of(
                        taken(Obstacle.DOWN, "", 15),
                        taken(Obstacle.CONSTRAINT, "gpu", 4),
                        taken(Obstacle.BUSY, "", 4, jobs(NOW + 1500, 0, 3, 7))));
        Level cluster = level("cluster", 1, 0, List.of(taken(Obstacle.LACKING, "node", 1)), nodes);
        var later = new Explanation.Start.Later(new TimeWindow(NOW + 1500, NOW + 2000));

        assertThat(text(
                        later,
                        cluster,
                        new Explanation.Change.Fewer("cluster/node", 8, 3),
                        new Explanation.Change.Without("gpu"),
                        new Explanation.Change.Shorter(5400, 600)))
                .isEqualTo("""
                        cluster (1 needed): 1 candidate, none fits
                        │ 1 without enough nodes that fit
                        └─ node (8 needed in each cluster): 26 candidates, 3 fit
                             15 down
                              4 do not satisfy the constraint gpu
                              4 busy until 12:30 (jobs 3 and 7)
                        Earliest start: in 25 min (12:30).
                        Would start now with 3 nodes instead of 8 (cluster/node).
                        Or without the constraint gpu.
                        Or if it lasted at most 10 min instead of 1 h 30 min.
                        """);
    }

    @Test
    void saysWhenTheJobsInTheWayEndAndHowManyThereAre() {
        assertThat(line(taken(Obstacle.BUSY, "", 7, new Holders(List.of(new JobId(1)), 0, NOW + 5, NOW + 9))))
                .isEqualTo("7 busy until 12:05:05 or later (job 1)");
        assertThat(line(taken(Obstacle.BUSY, "", 7, jobs(NOW + 86_400, 12, 1, 2, 3, 4, 5))))
                .isEqualTo("7 busy until 2026-03-02 12:05 (jobs 1, 2, 3, 4, 5 and 12 more)");
        assertThat(line(taken(Obstacle.BUSY, "", 7, jobs(NOW - 5, 0, 1))))
                .isEqualTo("7 busy beyond the requested time (job 1)");
        assertThat(line(taken(Obstacle.BUSY, "", 7, jobs(Long.MAX_VALUE, 0, 1))))
                .isEqualTo("7 busy indefinitely (job 1)");
        assertThat(line(taken(Obstacle.NOT_EXCLUSIVE, "", 1, jobs(NOW + 60, 0, 1))))
                .isEqualTo("1 partly in use until 12:06 (job 1), but exclusive use is requested");
    }

    @Test
    void saysBelowWhatTheCandidatesLie() {
        assertThat(line(new Taken(Obstacle.DOWN, "", 8, 0, 0, 8, List.of(new Above("/c/r0", 8)), 0, Holders.NONE)))
                .isEqualTo("8 down, below /c/r0");
        assertThat(line(new Taken(
                        Obstacle.DOWN,
                        "",
                        8,
                        0,
                        0,
                        6,
                        List.of(new Above("/c/r0", 3), new Above("/c/r1", 2)),
                        1,
                        Holders.NONE)))
                .isEqualTo("8 down, 6 of them below /c/r0 (3), /c/r1 (2) and 1 more");
    }

    @Test
    void hasWordsForEveryObstacle() {
        assertThat(line(taken(Obstacle.OUT_OF_PLACE, "socket", 2)))
                .isEqualTo("2 below a socket, which the request does not name");
        assertThat(line(taken(Obstacle.ASKED_TWICE, "", 2)))
                .isEqualTo("2 requested twice on one level, which requires the extension siblings");
        assertThat(line(taken(Obstacle.CONSTRAINT, "ranks 0-3", 1)))
                .isEqualTo("1 does not satisfy the constraint ranks 0-3");
        assertThat(line(taken(Obstacle.SHARED, "", 2)))
                .isEqualTo("2 shared with another instance, but exclusive use is requested");
        assertThat(line(new Taken(Obstacle.TOO_FEW_EVER, "core", 2, 8, 4, 0, List.of(), 0, Holders.NONE)))
                .isEqualTo("2 with too few cores in all (8 needed, at most 4 there)");
        assertThat(line(new Taken(Obstacle.TOO_FEW_FREE, "memory", 2, 8, 4, 0, List.of(), 0, jobs(NOW + 60, 0, 2))))
                .isEqualTo("2 with too little memory free (8 needed, at most 4 free), in use until 12:06 (job 2)");
        assertThat(line(taken(Obstacle.LACKING, "memory", 2))).isEqualTo("2 without enough memory that fits");
        assertThat(line(taken(Obstacle.LACKING, "slot[big]", 2)))
                .isEqualTo("2 without enough slots that fit (slot[big])");
        assertThat(line(taken(Obstacle.REQUIRES, "fast", 2))).isEqualTo("2 do not satisfy 'requires': fast");
        assertThat(line(taken(Obstacle.TAKEN_BY_SIBLING, "", 2)))
                .isEqualTo("2 used for another requirement of the same level");
        assertThat(line(taken(Obstacle.NOT_NEEDED, "", 2)))
                .isEqualTo("2 with parts that are used for another slot of the request");
    }

    @Test
    void saysWhatDrawsLackAndWhoDrawsTheRest() {
        Holders jobs = jobs(NOW + 60, 0, 2, 3);
        assertThat(line(new Taken(Obstacle.UNSUPPLIED, "power", 2, 300, 100, 0, List.of(), 0, jobs)))
                .isEqualTo("2 without enough power to draw (300 needed for each, at most 100 left),"
                        + " drawn until 12:06 (jobs 2 and 3)");
        assertThat(line(new Taken(
                        Obstacle.UNSUPPLIED_TOGETHER, "power at /p0", 2, 900, 800, 0, List.of(), 0, Holders.NONE)))
                .isEqualTo("2 more than power at /p0 can feed together (900 needed for all, 800 left)");
        assertThat(line(taken(Obstacle.UNSUPPLIED_TOGETHER, "power", 2, jobs)))
                .isEqualTo("2 more than power elsewhere can feed together, drawn until 12:06 (jobs 2 and 3)");
    }

    @Test
    void showsEachAlternativeAndOfWhichTheReasonsAre() {
        var never = new Explanation.Start.Never(List.of(new Reason("gpu", 2, 0, "in the whole graph")));
        var explanation = new Explanation(
                NOW,
                never,
                List.of(
                        new Explanation.Alternative(List.of("slot[gpus]"), List.of(level("slot", 2, 0, List.of()))),
                        new Explanation.Alternative(List.of("slot[cores]"), List.of(level("slot", 9, 4, List.of())))),
                1,
                List.of(
                        new Explanation.Change.Fewer("slot[cores]", 9, 4),
                        new Explanation.Change.WithoutRequired("slot[gpus]/gpu", "a100")));
        assertThat(ExplanationText.of(explanation, Optional.of(UTC))).isEqualTo("""
                Alternative 1 of 3, with slot[gpus]:
                slot (2 needed): no candidates, because nothing has enough of its parts directly below it
                Alternative 2 of 3, with slot[cores]:
                slot (9 needed): 4 candidates, 4 fit
                1 further alternative is tried as well.
                Can never start here, even with all resources up and free.
                  alternative 1: gpu: 2 needed, 0 in the whole graph
                Would start now with 4 slots instead of 9 (slot[cores]).
                Or without 'requires': a100 (slot[gpus]/gpu).
                """);
    }

    @Test
    void saysWhyThereAreNoCandidates() {
        Level core = level("slot/core", 2, 0, List.of());
        var never = new Explanation.Start.Never(List.of(new Reason("core", 2, 0, "in the whole graph")));
        assertThat(text(never, level("slot", 1, 0, List.of(), core))).isEqualTo("""
                slot (1 needed): no candidates, because nothing has enough cores directly below it
                └─ core (2 needed in each slot): not examined, because no slot passed
                Can never start here, even with all resources up and free.
                  core: 2 needed, 0 in the whole graph
                """);
        assertThat(text(never, level("slot", 1, 0, List.of(taken(Obstacle.LACKING, "core", 1)), core)))
                .contains(
                        "core (2 needed in each slot): no candidates, because there is no core below a slot that passed");
    }

    @Test
    void saysWhereEnoughFitsButNotInOnePlace() {
        Level cores = new Level("node/core", "4", 4, 6, 6, 3, List.of(), List.of());
        Level nodes = level("node", 1, 0, List.of(taken(Obstacle.LACKING, "core", 2)), cores);
        var blocked = new Explanation.Start.Blocked(List.of(new Reason("core", 4, 3, "found in one place")));
        assertThat(text(blocked, nodes))
                .contains("core (4 needed in each node): 6 candidates, 6 fit, but at most 3 in one node")
                .contains(
                        "Earliest start: unknown, because the required resources are drained, down or held indefinitely.\n  core: 4");
    }

    @Test
    void countsTimeFromTheStartOfASessionWithoutAClock() {
        var later = new Explanation.Start.Later(new TimeWindow(3600, 7200));
        assertThat(ExplanationText.of(new Explanation(0, later, List.of(), 0, List.of()), Optional.empty()))
                .isEqualTo("Earliest start: in 1 h (t=3600).\n");
    }
}
