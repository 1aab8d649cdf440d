package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.sim.trace.Counted;
import io.banyan.sim.trace.Trace;
import io.banyan.sim.trace.TraceFile;
import io.banyan.sim.workload.TraceJob;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The export of what jobs had and used. */
@Timeout(120)
class AccountingCommandTest extends WithDaemon {
    @BeforeEach
    void give() {
        banyan("submit", "-N", "2", "-t", "2s", "--name", "a,b", "--", "work");
        banyan("submit", "-n", "3", "-t", "2s", "--", "work");
        banyan("submit", "-n", "1", "-t", "1h", "--hold", "--", "work");
        banyan("wait", "1", "2");
        banyan("cancel", "3");
        banyan("submit", "-n", "4", "-t", "1h", "--", "work");
    }

    @Test
    void jobsThatHaveEndedAreThereForSpreadsheets() {
        List<String> lines = banyan("accounting", "-o", "csv").out().lines().toList();
        assertThat(lines.get(0))
                .isEqualTo("job,name,user,queue,state,exit_status,submitted,eligible,started,ended,requested_sec,nodes,"
                        + "cores,core_sec,account,cpu_micros,max_memory");
        assertThat(lines).hasSize(4);
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("1,\"a,b\",owner,,completed,")
                        .contains("Z,2,2,16,"))
                .anySatisfy(line ->
                        assertThat(line).startsWith("2,,owner,,completed,").contains("Z,2,1,3,"))
                .anySatisfy(line ->
                        assertThat(line).startsWith("3,,owner,,cancelled,").endsWith("Z,3600,0,0,0,,,"));
        assertThat(banyan("accounting").out()).contains("core seconds").contains("cancelled");
    }

    /** A user who opens the file does not run what others have named their jobs. */
    @Test
    void whatASpreadsheetWouldComputeIsText() {
        banyan("submit", "--hold", "-n", "1", "--name", "=1+2,3", "--account", "+sum", "--", "work");
        banyan("submit", "--hold", "-n", "1", "--name", "a=b", "--account", "-1", "--", "work");
        banyan("cancel", "5", "6");
        assertThat(banyan("accounting", "-o", "csv").out().lines())
                .anySatisfy(line ->
                        assertThat(line).startsWith("5,\"'=1+2,3\",owner,").endsWith(",'+sum,,"))
                .anySatisfy(line -> assertThat(line).startsWith("6,a=b,owner,").endsWith(",'-1,,"));
        assertThat(banyan("accounting", "-o", "json").out()).contains("\"account\":\"+sum\"");
    }

    @Test
    void whoPaysIsThereAndCanBeSummedUp() {
        banyan("submit", "--hold", "-n", "1", "--account", "physics", "--", "work");
        banyan("cancel", "5");
        assertThat(banyan("accounting", "-o", "csv").out().lines())
                .anySatisfy(line -> assertThat(line).startsWith("5,").endsWith(",physics,,"));
        assertThat(banyan("accounting", "--by", "account").out())
                .containsPattern("account +jobs")
                .containsPattern("physics +1 ");
    }

    @Test
    void thoseThatRunAreThereWhereTheyAreWanted() {
        assertThat(banyan("accounting", "-o", "json").out().lines()).hasSize(3);
        List<String> all =
                banyan("accounting", "-o", "json", "--running").out().lines().toList();
        assertThat(all).hasSize(4);
        assertThat(all.get(3))
                .startsWith("{\"job\":4,")
                .contains("\"state\":\"running\"", "\"ended\":null", "\"cores\":4");
    }

    @Test
    void aTraceOfThemIsReadAsTheyWere() throws Exception {
        Path file = directory().resolve("site.swf");
        String text = banyan("accounting", "-o", "swf").out();
        Files.writeString(file, text);
        Trace trace = TraceFile.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "site", Counted.PROCESSORS);
        assertThat(trace.nodes()).isEqualTo(8);
        assertThat(trace.processors()).isEqualTo(64);
        assertThat(trace.workload().jobs())
                .extracting(TraceJob::name, TraceJob::size, TraceJob::limitSec, TraceJob::user)
                .containsExactly(tuple("1", 16, 2L, "1"), tuple("2", 3, 2L, "1"));
        Run replay = Run.banyan("simulate", "run", "--trace", file.toString(), "--policy", "fcfs,easy");
        assertThat(replay.status()).isEqualTo(ExitStatus.DONE);
        assertThat(replay.out()).contains("easy       2");
    }

    @Test
    void theyAreSummedUp() {
        assertThat(banyan("accounting", "--by", "user").out())
                .startsWith("user   jobs  core hours      %  mean wait\nowner     3")
                .contains("100.0");
        assertThat(banyan("accounting", "--by", "state", "-o", "json").out())
                .contains("\"of\" : \"cancelled\"", "\"jobs\" : 2");
        assertThat(banyan("accounting", "--user", "bob").out()).isEqualTo("No jobs.\n");
        assertThat(banyan("accounting", "--user", "owner", "--since", "1h", "-o", "json")
                        .out()
                        .lines())
                .hasSize(3);
    }

    @Test
    void whatMakesNoSenseIsWrongUse() {
        for (String words : List.of(
                "--since x",
                "--by x",
                "--user /",
                "--running -o swf",
                "--by user -o csv",
                "--since 1h --until 2h",
                "-o xml")) {
            Run run = banyan("accounting", words.split(" "));
            assertThat(run.status()).as(words).isEqualTo(ExitStatus.WRONG_USE);
            assertThat(run.err()).as(words).startsWith("banyan: ");
        }
    }
}
