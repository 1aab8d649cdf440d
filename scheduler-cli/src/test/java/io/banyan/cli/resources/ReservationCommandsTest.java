package io.banyan.cli.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.BanyanProcess;
import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The reservation commands, each run over gRPC against a daemon of this process that runs nothing. */
@Timeout(120)
class ReservationCommandsTest extends WithDaemon {
    @Test
    void whatIsKeptForMaintenanceIsListedAndNobodyStartsThere() {
        assertThat(banyan("reservation create", "tidy", "--start", "1h", "-t", "2h", "--hosts", "node[0-7]")
                        .out())
                .startsWith("reservation tidy: names=node[0-7], 20");
        assertThat(banyan("reservation list").out())
                .contains("name  owner  users   resources")
                .contains("tidy  owner  nobody  names=node[0-7]")
                .contains("reserved");
        assertThat(banyan("reservation list", "-o", "json").out()).contains("\"resources\" : \"names=node[0-7]\"");
        assertThat(banyan("submit", "-n", "1", "-t", "30m", "--", "work").out()).isEqualTo("job 2: running\n");
        assertThat(banyan("submit", "-N", "1", "-t", "90m", "--", "work").out())
                .startsWith("job 3: reserved, to start by 20");
        assertThat(banyan("submit", "-N", "1", "-t", "90m", "--", "work").out()).isEqualTo("job 4: pending\n");
        assertThat(banyan("jobs").out()).contains("resources are kept for reservation 'tidy' until 20");
        assertThat(banyan("schedule").out()).contains("tidy").contains("expected");
        assertThat(banyan("reservation cancel", "tidy").out()).isEqualTo("reservation tidy cancelled\n");
        assertThat(banyan("reservation list").out()).isEqualTo("No reservations.\n");
        assertThat(banyan("info", "4").out()).startsWith("job 4: running");
    }

    @Test
    void noSetOfJobsContainsTheTimesOfReservations() {
        banyan("reservation create", "tidy", "--start", "1h", "-t", "2h", "--hosts", "node[0-7]");
        banyan("submit", "-n", "1", "-t", "30m", "--name", "work", "--", "work");
        String[][] sets = {{"1-2"}, {"--user", "owner"}, {"tidy"}, {"--status", "reserved"}};
        for (String[] set : sets) {
            assertThat(banyan("cancel", set).out()).doesNotContain("job 1 ");
            assertThat(banyan("hold", set).err()).doesNotContain("ob 1 ");
        }
        assertThat(banyan("cancel", "tidy").err()).isEqualTo("banyan: No active job matches tidy.\n");
        assertThat(banyan("jobs", "tidy").out()).contains("reserved");
        assertThat(banyan("reservation list").out()).contains("tidy").contains("reserved");
        assertThat(banyan("wait", "1-2").out()).isEqualTo("job 2: cancelled\n");
        assertThat(banyan("cancel", "1").out()).isEqualTo("job 1 cancelled\n");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertRefused("--count must be at least 1, found 0", "-t", "1h", "--every", "day", "--count", "0");
        assertRefused("--user and --account must not contain empty names", "-t", "1h", "--user", ",");
        assertRefused("whole number of seconds", "-t", "1500ms");
    }

    private void assertRefused(String sentence, String... words) {
        List<String> all = new ArrayList<>(List.of("tidy", "-N", "1"));
        all.addAll(List.of(words));
        Run run = banyan("reservation create", all.toArray(String[]::new));
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err()).contains(sentence);
        assertThat(banyan("reservation list").out()).isEqualTo("No reservations.\n");
    }

    @Test
    void jobsOfItsUsersRunInIt() {
        banyan("reservation create", "course", "-t", "2h", "-N", "4", "--user", "owner,ann", "--account", "physics");
        assertThat(banyan("submit", "-N", "2", "-t", "1h", "--reservation", "course", "--", "work")
                        .out())
                .startsWith("job 2: ");
        assertThat(banyan("reservation show", "course").out())
                .startsWith("course: 4 slot { 1 node }, reserved for ann,owner,account physics, owner owner\n");
        Run other = banyan("submit", "-N", "2", "-t", "1h", "--reservation", "curse", "--", "work");
        assertThat(other.status()).isEqualTo(ExitStatus.NO);
        assertThat(other.err()).isEqualTo("banyan: There is no reservation 'curse' here.\n");
        assertThat(banyan("reservation show", "curse").err())
                .isEqualTo("banyan: There is no reservation 'curse' here.\n");
    }

    @Test
    void whoRunsIsInTheWayUnlessItIsForced() {
        banyan("submit", "-N", "8", "-t", "2h", "--", "work");
        Run busy = banyan("reservation create", "tidy", "--start", "1h", "-t", "1h", "--all");
        assertThat(busy.status()).isEqualTo(ExitStatus.NO);
        assertThat(busy.err())
                .isEqualTo(
                        "banyan: Job 1 would hold some of the resources then; with --force, running jobs end by then.\n");
        assertThat(banyan("reservation create", "tidy", "--start", "1h", "-t", "1h", "--all", "--force")
                        .status())
                .isEqualTo(ExitStatus.DONE);
        Run none = banyan("reservation create", "more", "--start", "3h", "-t", "1h", "-N", "9");
        assertThat(none.err()).startsWith("banyan: No: the request can never be satisfied by this system");
    }

    @Test
    void aGentleReservationMovesNoJob() {
        banyan("submit", "-N", "8", "-t", "2h", "--", "work");
        banyan("submit", "-N", "8", "-t", "1h", "--", "work");
        banyan("submit", "-N", "4", "-t", "1h", "--", "work");
        Run held = banyan("reservation create", "mine", "--gentle", "--start", "1h", "-t", "30m", "--hosts", "node0");
        assertThat(held.status()).isEqualTo(ExitStatus.NO);
        assertThat(held.err()).startsWith("banyan: Job 1 would hold some of the resources then; from 20");
        String[] whole = {"mine", "--gentle", "--start", "3h", "-t", "30m", "--user", "owner", "--hosts", "node[0-7]"};
        assertThat(banyan("reservation create", whole).err())
                .startsWith("banyan: Job 3 would start later; from 20")
                .endsWith(" on there would be room.\n");
        List<String> data = new ArrayList<>(List.of(whole));
        data.addAll(List.of("-o", "json"));
        assertThat(banyan("reservation create", data.toArray(String[]::new)).out())
                .contains("\"jobs\" : [ 3 ]")
                .contains("\"others\" : 0");
        assertThat(banyan("reservation list").out()).isEqualTo("No reservations.\n");
        assertThat(banyan("reservation create", "mine", "--gentle", "--start", "3h", "-t", "30m", "-N", "4")
                        .out())
                .startsWith("reservation mine: 4 slot { 1 node }, 20");
    }

    @Test
    void theJobspecOfASpawnNamesTheReservation() {
        assertThat(banyan("spawn", "-n", "1", "--reservation", "later", "--dry-run")
                        .out())
                .contains("    banyan:\n      reservation: later\n");
    }

    @Test
    void aGentleReservationEndsNoJobAndDoesNotRecur() {
        assertRefused("--gentle ends no job", "-t", "1h", "--gentle", "--force");
        assertRefused("recurs cannot be booked gently", "-t", "1h", "--gentle", "--every", "day");
    }

    @Test
    void itComesAgain() {
        assertThat(banyan("reservation create", "week", "--start", "1h", "-t", "1h", "--all", "--every", "week")
                        .out())
                .endsWith(", every week (" + ZoneId.systemDefault().getId() + "), and 3 more periods booked\n");
        assertThat(banyan("reservation show", "week").out())
                .contains("every week (")
                .hasLineCount(6);
        assertThat(banyan("reservation create", "x", "-t", "1h", "--all", "--count", "3")
                        .err())
                .contains("--until and --count require --every");
        assertThat(banyan("reservation create", "x", "-t", "1h").status()).isEqualTo(ExitStatus.WRONG_USE);
    }

    @Test
    void theScheduleSaysThatItDoesNotTellOfThePast() {
        Run run = banyan("schedule", "--from", "2020-01-01", "--to", "2020-01-02");
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err())
                .isEqualTo("banyan: The schedule begins now, and --to is in the past; 'banyan accounting --since "
                        + "2020-01-01T00:00' lists jobs that have ended since then.\n");
        assertThat(banyan("accounting", "--since", "2020-01-01T00:00").status()).isEqualTo(ExitStatus.DONE);
    }

    @Test
    void howManyAreNotDrawnIsSaid() throws Exception {
        banyan("submit", "-N", "8", "-t", "1h", "--", "work");
        banyan("submit", "-N", "8", "-t", "1m", "--array", "0-599", "--", "work");
        Path file = directory().resolve("plan.svg");
        String left = "99 more without known nodes are not drawn";
        assertThat(banyan("schedule", "--to", "2d", "--svg", file.toString()).out())
                .isEqualTo(file + ": 502 spans on 8 nodes; " + left + "\n");
        assertThat(Files.readString(file)).contains(left + ".");
        assertThat(banyan("schedule", "--to", "2d", "-o", "json").out().split("\"job\"", -1))
                .hasSize(1 + 601);
    }

    @Test
    void theTimelineIsDrawn() throws Exception {
        banyan("submit", "-N", "3", "-t", "1h", "--name", "big", "--", "work");
        banyan("reservation create", "tidy", "--start", "2h", "-t", "1h", "--hosts", "node[0-3]");
        banyan("submit", "-N", "8", "-t", "3h", "--", "work");
        Path file = directory().resolve("plan.svg");
        assertThat(banyan("schedule", "--svg", file.toString()).out()).isEqualTo(file + ": 3 spans on 8 nodes\n");
        assertThat(Files.readString(file))
                .startsWith("<svg")
                .contains(">node0</text>")
                .contains(">node7</text>")
                .contains("tidy")
                .contains("</svg>");
    }

    /** In a process of its own: the time zone is that of a process. */
    private String listed(ZoneId zone) throws Exception {
        List<String> words =
                BanyanProcess.wordsWith(List.of("-Duser.timezone=" + zone), site().words("reservation list"));
        Path said = directory().resolve("said");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor()).as(Files.readString(said)).isZero();
        return Files.readString(said);
    }

    @Test
    void timesInTheHourThatComesTwiceAreShownWithTheirOffsets() throws Exception {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        ZoneOffsetTransition change = zone.getRules().nextTransition(Instant.now());
        while (!change.isOverlap()) {
            change = zone.getRules().nextTransition(change.getInstant());
        }
        Instant start = change.getInstant().minus(Duration.ofMinutes(30));
        banyan("reservation create", "tidy", "--start", start.toString(), "-t", "45m", "--all");
        LocalDate day = change.getDateTimeBefore().toLocalDate();
        assertThat(listed(zone)).contains(day + " 02:30:00+02:00", day + " 02:15:00+01:00");
    }
}
