package io.banyan.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.DaemonException;
import io.banyan.rpc.daemon.GraphFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of an administrator to a daemon, each over gRPC to a daemon of this process. */
class OperationCommandsTest {
    private static final String NODE1 = "/cluster0/node1";

    @TempDir
    private Path directory = Path.of("");

    private Daemon daemon;

    @BeforeEach
    void start() throws IOException, DaemonException {
        Path graph = file("graph.json", jgf(0, 1));
        daemon = Daemon.start(
                DaemonConfig.of(new StateDirectory(directory.resolve("state")), "site", GraphFile.of(graph))
                        .build());
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    /** A cluster of these nodes, each of one core. */
    private static String jgf(int... nodes) {
        List<String> vertices = new ArrayList<>();
        List<String> edges = new ArrayList<>();
        vertices.add(vertex("0", "cluster", 0, -1, "/cluster0"));
        for (int node : nodes) {
            String path = "/cluster0/node" + node;
            String id = Integer.toString(10 + node);
            String core = Integer.toString(20 + node);
            vertices.add(vertex(id, "node", node, node, path));
            vertices.add(vertex(core, "core", 0, node, path + "/core0"));
            edges.add("{\"source\": \"0\", \"target\": \"" + id + "\"}");
            edges.add("{\"source\": \"" + id + "\", \"target\": \"" + core + "\"}");
        }
        return "{\"graph\": {\"nodes\": [" + String.join(", ", vertices) + "], \"edges\": [" + String.join(", ", edges)
                + "]}}";
    }

    private static String vertex(String id, String type, int number, int rank, String path) {
        return ("{\"id\": \"%s\", \"metadata\": {\"type\": \"%s\", \"basename\": \"%s\", \"name\": \"%s%d\", \"id\": %d, "
                        + "\"uniq_id\": %s, \"rank\": %d, \"size\": 1, \"exclusive\": true, "
                        + "\"paths\": {\"containment\": \"%s\"}}}")
                .formatted(id, type, type, type, number, number, id, rank, path);
    }

    private Run banyan(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--state");
        all.add(directory.resolve("state").toString());
        return Run.banyan(all.toArray(String[]::new));
    }

    private String jobspec(String name, int nodes) throws IOException {
        return file(
                        name,
                        "version: 1\nresources: [{type: node, count: " + nodes + ", exclusive: true, "
                                + "with: [{type: slot, label: s, count: 1, with: [{type: core, count: 1}]}]}]\n"
                                + "tasks: [{command: [a], slot: s, count: {per_slot: 1}}]\n"
                                + "attributes: {system: {duration: 3600}}\n")
                .toString();
    }

    @Test
    void attachesAndRemoves() throws IOException {
        String more = file("more.json", jgf(2)).toString();
        assertThat(banyan("resource", "add", more).out()).isEqualTo("added 2 vertices and 2 edges\n");
        assertThat(banyan("resource", "remove", "--ranks", "2").out()).isEqualTo("removed: /cluster0/node2\n");
        Run gone = banyan("resource", "remove", "/cluster0/node2");
        assertThat(gone.status()).isEqualTo(ExitStatus.NO);
        assertThat(gone.err()).isEqualTo("banyan: There is no vertex /cluster0/node2 here.\n");
        assertThat(banyan("resource", "remove", NODE1, "--ranks", "1").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(banyan("resource", "add", "nowhere.json").err()).contains("nowhere.json: no such file");
    }

    @Test
    void jobsThatAreOverAreFoundByWhenTheyEnded() throws IOException {
        String one = jobspec("one.yaml", 1);
        for (int job = 1; job <= 3; job++) {
            banyan("match", "allocate", one, "--name", "j" + job);
            if (job < 3) {
                banyan("cancel", Integer.toString(job));
            }
        }
        assertThat(banyan("jobs", "--since", "1h").out()).contains("j1 ", "j2 ", "j3 ", "cancelled", "running");
        assertThat(banyan("jobs", "-a", "--since", "1h", "--until", "30m").out())
                .contains("j3 ")
                .doesNotContain("j1 ", "j2 ");
        Run last = banyan("jobs", "--since", "1h", "--limit", "1");
        assertThat(last.out()).contains("j2 ", "j3 ").doesNotContain("j1 ");
        assertThat(last.err()).startsWith("banyan: only the last 1 jobs are shown");
        assertThat(banyan("jobs", "--since", "yesterday").err()).startsWith("banyan: 'yesterday' is not a time");
        assertThat(banyan("jobs", "--until", "1h").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(banyan("jobs", "--since", "1h", "--limit", "0").err())
                .startsWith("banyan: A query can request 1 to 100000 jobs");
    }

    @Test
    @Timeout(60)
    void aWatchEndsWithWhoeverReadsIt() throws IOException {
        String state = directory.resolve("state").toString();
        assertThat(Run.banyanUnread("tree", "--watch", "--state", state).status())
                .isEqualTo(ExitStatus.NO);
        assertThat(Run.banyanUnread("watch", "-o", "json", "--state", state).status())
                .isEqualTo(ExitStatus.NO);
    }

    @Test
    void jobsShowWhatTheyHaveLost() throws IOException {
        banyan("match", "allocate", jobspec("one.yaml", 1));
        banyan("status", "set", "/cluster0/node0", "--to", "lost");
        banyan("status", "set", "/cluster0/node1", "--to", "lost");
        assertThat(banyan("jobs").out()).containsPattern("running .* lost /cluster0/node[01]\n");
    }

    @Test
    void whatHappensIsShownAndCanBeGoneOnWith() throws IOException {
        String one = jobspec("one.yaml", 1);
        String begin = banyan("watch", "--after", "zzz-1").err();
        assertThat(begin).startsWith("banyan: The events after zzz-1 are no longer kept");
        assertThat(banyan("watch", "--after", "zzz").err()).startsWith("banyan: That is not a cursor");
        CompletableFuture<Run> watching =
                CompletableFuture.supplyAsync(() -> banyan("watch", "-o", "json", "--events", "3"));
        // It is not known from here when it has begun to watch, so that something goes on happening.
        for (int i = 0; i < 1_000 && !watching.isDone(); i++) {
            String to = i % 2 == 0 ? "down" : "up";
            assertThat(banyan("status", "set", NODE1, "--to", to).status()).isEqualTo(ExitStatus.DONE);
        }
        List<String> lines =
                watching.orTimeout(60, TimeUnit.SECONDS).join().out().lines().toList();
        assertThat(lines).hasSize(4).allMatch(line -> line.startsWith("{\"cursor\":\""));
        assertThat(lines.get(0)).contains("\"event\":\"watching\"");
        assertThat(lines.get(1)).contains("\"event\":\"status_changed\"").contains(NODE1);
        String first = lines.get(1).replaceFirst(".*\"cursor\":\"([^\"]*)\".*", "$1");
        String second = lines.get(2).replaceFirst(".*\"cursor\":\"([^\"]*)\".*", "$1");
        assertThat(banyan("watch", "-o", "json", "--after", first, "--events", "1")
                        .out())
                .contains(second);
        banyan("match", "allocate", one, "--name", "mine");
        banyan("cancel", "1");
        assertThat(banyan("watch", "--after", first, "--job", "1", "--events", "2")
                        .out())
                .containsPattern("job allocated +1  mine\n.*job ended +1  cancelled");
    }

    @Test
    void noDocumentThatIsBadToAttachIsWrongUse() throws IOException {
        String nothing = "{\"graph\": {\"nodes\": [], \"edges\": []}}";
        for (String bad : List.of(nothing, "{}", "", "[1]", "no JSON", jgf(1).replace("/cluster0", "/other0"))) {
            Run run = banyan("resource", "add", file("bad.json", bad).toString());
            assertThat(run.status()).as(bad).isEqualTo(ExitStatus.NO);
            assertThat(run.err()).as(bad).startsWith("banyan: ").doesNotContain("Exception");
        }
        assertThat(banyan("resource", "add", file("none.json", nothing).toString())
                        .err())
                .isEqualTo("banyan: " + directory.resolve("none.json")
                        + " contains no resources. Expected at least one vertex.\n");
    }

    @Test
    void takesResourcesFromJobsByForceOnly() throws IOException {
        banyan("match", "allocate", jobspec("two.yaml", 2));
        assertThat(banyan("resource", "remove", NODE1).err())
                .isEqualTo("banyan: " + NODE1 + " is in use by job 1; --force removes it anyway.\n");
        assertThat(banyan("resource", "remove", NODE1, "--force", "-o", "json").out())
                .contains("\"degraded\" : [ 1 ]");
    }

    @Test
    void matchesSeveralJobspecsUpToTheFirstThatFindsNothing() throws IOException {
        String one = jobspec("one.yaml", 1);
        Run run = banyan("multi-match", "allocate", one, jobspec("two.yaml", 2), one, "-F", "simple");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.out()).contains("job 1 allocated").doesNotContain("job 2");
        assertThat(run.err()).contains("two.yaml: No: ");
        assertThat(banyan("jobs").out().lines()).hasSize(2);
    }

    @Test
    void booksWhatAJobWasGivenAndFreesAPartOfIt() throws IOException {
        String given = file("given.json", jgf(0, 1).replaceFirst("\"exclusive\": true", "\"exclusive\": false"))
                .toString();
        assertThat(banyan("resource", "assign", "7", "jgf", given, "-F", "simple")
                        .out())
                .startsWith("job 7 allocated\n");
        assertThat(banyan("resource", "assign", "7", "jgf", given).err()).isEqualTo("banyan: Job 7 exists already.\n");
        assertThat(banyan("resource", "assign", "8", "jgf", given).err()).contains("is not free for job 8");
        assertThat(banyan("resource", "assign", "8", "png", given).status()).isEqualTo(ExitStatus.WRONG_USE);
        String rank = file(
                        "rank.json",
                        "{\"version\": 1, \"execution\": {\"R_lite\": [{\"rank\": \"1\", \"children\": {}}]}}")
                .toString();
        assertThat(banyan("partial-cancel", "7", "rv1exec", rank).out()).isEqualTo("freed: " + NODE1 + "\n");
        assertThat(banyan("cancel", "7", "--visits").out())
                .isEqualTo("job 7 cancelled, visits: preorder 4, postorder 3\n");
    }

    @Test
    void anIdThatWouldLeaveTooFewForOthersIsRefused() throws IOException {
        String given = file("given.json", jgf(0).replaceFirst("\"exclusive\": true", "\"exclusive\": false"))
                .toString();
        String most = "2305843008213693952";
        assertThat(banyan("resource", "assign", "2305843008213693953", "jgf", given)
                        .err())
                .isEqualTo("banyan: Job 2305843008213693953 has an id that is too large; the largest allowed is " + most
                        + ", to leave ids for new jobs.\n");
        assertThat(banyan("resource", "assign", most, "jgf", given).status()).isEqualTo(ExitStatus.DONE);
        assertThat(banyan("match", "allocate", jobspec("one.yaml", 1)).out()).contains("2305843008213693953");
    }

    @Test
    void anExplanationEndsAsItsAnswerDoes() throws IOException {
        String one = jobspec("one.yaml", 1);
        Run now = banyan("explain", one);
        assertThat(now.status()).isEqualTo(ExitStatus.DONE);
        assertThat(now.err()).isEmpty();
        Run never = banyan("explain", jobspec("nine.yaml", 9));
        assertThat(never.status()).isEqualTo(ExitStatus.NO);
        assertThat(never.out()).contains("an never start here");
        assertThat(never.err()).isEqualTo("banyan: No: the job can never start here.\n");
        banyan("match", "allocate", jobspec("two.yaml", 2));
        Run later = banyan("explain", one, "-o", "json");
        assertThat(later.status()).isEqualTo(ExitStatus.NO);
        assertThat(later.err()).isEqualTo("banyan: No: the job can start later, but not now.\n");
    }

    @Test
    void showsAndChangesStatusesAndProperties() {
        assertThat(banyan("status", "set", "--ranks", "0-1", "--to", "down").out())
                .isEqualTo("down: /cluster0/node0 " + NODE1 + "\n");
        assertThat(banyan("status", "get", NODE1 + "/core0").out())
                .isEqualTo("vertex                 status  usable\n" + NODE1 + "/core0  up      no\n");
        assertThat(banyan("property", "set", NODE1, "arch=arm64").out()).isEqualTo("arch=arm64\n");
        assertThat(banyan("property", "get", NODE1, "-o", "json").out()).contains("\"arch\" : \"arm64\"");
        assertThat(banyan("property", "remove", NODE1, "arch").out()).isEmpty();
        assertThat(banyan("property", "set", NODE1, "arch").status()).isEqualTo(ExitStatus.WRONG_USE);
    }

    @Test
    void theNumbersOfADaemonAndOfASessionSayTheSame() {
        String stat = banyan("stat").out();
        assertThat(stat)
                .containsPattern("vertices of each of the ranks 0-1 +2\n")
                .contains("memory of a vertex, bytes");
        String session = Run.banyanReading(
                        "stat\n",
                        "query",
                        "--connect",
                        "--state",
                        directory.resolve("state").toString())
                .out();
        assertThat(session).contains("INFO: Num. of Vertices by Rank: [0-1] 2 each");
        assertThat(numberIn(session, "Memory of Graph: (\\d+) bytes"))
                .isEqualTo(numberIn(stat, "memory of the graph, bytes +(\\d+)"));
        assertThat(stat).containsPattern("shrinks and reclaims waiting for jobs or children +0\n");
        assertThat(banyan("stat", "-o", "json").out()).contains("\"2\" : \"0-1\"", "\"pendingClearings\" : 0");
        assertThat(banyan("info").out()).as("nothing is counted for it").doesNotContain("memory of a vertex");
    }

    private static long numberIn(String text, String pattern) {
        var matcher = java.util.regex.Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void aSessionOverTheDaemonSeesWhatTheCommandsSee() throws IOException {
        String one = jobspec("one.yaml", 1);
        banyan("match", "allocate", one);
        List<String> words = List.of(
                "query", "--connect", "--state", directory.resolve("state").toString(), "-F", "simple");
        Run run = Run.banyanReading(
                "match allocate " + one + "\nlist\ncancel 1\nmatch allocate " + one + "\nmatch allocate " + one + "\n",
                words.toArray(String[]::new));
        assertThat(run.out()).contains("JOBID=2", "INFO: 1, ALLOCATED", "JOBID=3", "No matching resources found");
        assertThat(run.err()).contains("ERROR: no match: ");
        assertThat(banyan("stat").out()).contains("matches that found resources", "slowest match, us", "memory, MiB");
        List<String> both = new ArrayList<>(words);
        both.addAll(List.of("-L", "graph.json"));
        assertThat(Run.banyan(both.toArray(String[]::new)).err()).contains("--connect cannot be used with -L or -o");
    }

    @Test
    void theFormerNamesOfTheResourceCommandsStillWork() throws IOException {
        String more = file("more.json", jgf(2)).toString();
        assertThat(banyan("attach", more).out()).isEqualTo("added 2 vertices and 2 edges\n");
        assertThat(banyan("remove", "/cluster0/node2").out()).isEqualTo("removed: /cluster0/node2\n");
        String given = file("given.json", jgf(0).replaceFirst("\"exclusive\": true", "\"exclusive\": false"))
                .toString();
        assertThat(banyan("update", "7", "jgf", given, "-F", "simple", "--duration", "60")
                        .out())
                .startsWith("job 7 allocated\n");
    }

    @Test
    void anUpdateOfNothingIsWrongUse() {
        Run run = banyan("update", "1");
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err()).contains("Missing required option '--time=TIME'.");
        assertThat(banyan("update", "1", "-t", "5", "9").err()).contains("Unexpected argument '9'.");
    }
}
