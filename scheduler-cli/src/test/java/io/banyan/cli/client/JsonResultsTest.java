package io.banyan.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.JsonReference;
import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Prints the result of every command as JSON, which {@link Run} compares with the page of the results for programs. */
class JsonResultsTest extends WithDaemon {
    /**
     * The commands that start processes, need a lost child instance or a context, or end what others of this test need:
     * tests of their own run them.
     */
    private static final Set<String> ELSEWHERE = Set.of(
            "abandon",
            "alloc",
            "attach",
            "batch",
            "context show",
            "context use",
            "doctor",
            "fence",
            "logs",
            "reclaim",
            "run",
            "signal",
            "spawn",
            "stop",
            "workflow cancel",
            "workflow forget",
            "workflow register",
            "workflow reservation",
            "workflow status",
            "workflow submit");

    private static final String GRAPH = "../resource-graphs/small.graphml";
    private static final String JOBSPEC = "../jobspecs/hello.yaml";
    private static final String WORKFLOW = "../jobspecs/workflows/hello.yaml";
    private static final String NODE = "/cluster0/rack0/node0";

    private final Set<String> printed = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    private Run json(String command, String... words) {
        return printed(ExitStatus.DONE, command, words);
    }

    /** A command that is answered with no. */
    private void no(String command, String... words) {
        var unused = printed(ExitStatus.NO, command, words);
    }

    private Run printed(int status, String command, String... words) {
        List<String> all = new ArrayList<>(List.of("--format", "json"));
        all.addAll(List.of(words));
        return printed(status, () -> banyan(command, all.toArray(String[]::new)), all(command, words));
    }

    /** A command that asks no daemon. */
    private void local(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--format", "json"));
        var unused = printed(ExitStatus.DONE, () -> Run.banyan(all.toArray(String[]::new)), List.of(words));
    }

    private Run printed(int status, Supplier<Run> command, List<String> words) {
        try {
            Run run = command.get();
            assertThat(run.status()).as("%s: %s", words, run.err()).isEqualTo(status);
            assertThat(run.out()).as("%s: %s", words, run.err()).isNotBlank();
            JsonReference.page().command(words).ifPresent(printed::add);
            return run;
        } catch (AssertionError e) {
            problems.add(words + ": " + e.getMessage());
            return new Run(ExitStatus.NO, "", "");
        }
    }

    /** A field of the first document that a command has printed. */
    private static String field(Run run, String name) throws IOException {
        return new ObjectMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(run.out())
                .next()
                .get(name)
                .asText();
    }

    private static List<String> all(String command, String... words) {
        List<String> all = new ArrayList<>(List.of(command.split(" ", -1)));
        all.addAll(List.of(words));
        return all;
    }

    @Test
    void everyCommandPrintsWhatThePageSays() throws Exception {
        jobs();
        resources();
        pastAndPlans();
        administration();
        assertThat(problems).isEmpty();
        Set<String> wanted = new TreeSet<>(JsonReference.page().commands());
        wanted.removeAll(ELSEWHERE);
        assertThat(printed).containsAll(wanted);
    }

    private void jobs() {
        json("submit", "-n", "1", "-t", "10m", "--", "true");
        json("submit", "--array", "0-2", "-n", "1", "-t", "10m", "--", "true");
        json("submit", "--hold", "-n", "1", "-t", "10m", "--", "true");
        json("submit", "--malleable", "1-4", "-t", "10m", "--", "true");
        json("rescale", "6");
        json("rescale", "6", "2");
        json("jobs", "-a");
        json("jobs", "1");
        json("info", "1");
        json("info");
        json("stat");
        json("usage", "1");
        json("priority");
        json("nodes");
        json("nodes", "--summary");
        json("queues");
        json("schedule");
        json("schedule", "--svg", directory().resolve("plot.svg").toString());
        json("tree");
        json("top", "--once");
        json("explain", "-n", "1");
        no("explain", "-N", "1000");
        json("hold", "5");
        json("release", "5");
        json("submit", "--hold", "-n", "1", "-t", "10m", "--", "true");
        json("urgency", "7", "--urgency", "20");
        json("update", "1", "-t", "20m");
    }

    private void resources() throws IOException {
        json("match", "allocate", JOBSPEC);
        no("match", "allocate", "../jobspecs/impossible.yaml");
        json("multi-match", "allocate", JOBSPEC);
        json("find", "status=up");
        json("status get", NODE);
        json("status set", NODE, "--to", "down");
        json("drain", NODE, "--reason", "test");
        json("undrain", NODE);
        json("property get", NODE);
        json("property set", NODE, "a=b");
        json("property remove", NODE, "a");
        String grow = field(json("grow", JOBSPEC, "--job", "1"), "request");
        json("shrink", "--grow", grow);
    }

    private void pastAndPlans() throws IOException {
        json("reservation create", "maintenance", "-N", "1", "--start", "12h", "-t", "1h");
        no("reservation create", "whole", "--gentle", "--all", "--start", "12h", "-t", "1h");
        no("reservation create", "large", "--gentle", "-N", "999", "--start", "12h", "-t", "1h");
        json("reservation create", "gentle", "--gentle", "-N", "1", "--start", "12h", "-t", "1h");
        json("reservation list");
        json("reservation show", "maintenance");
        json("reservation cancel", "maintenance", "gentle");
        json("requeue", "2");
        String cursor = field(json("events"), "cursor");
        json("watch", "--events", "1", "--after", cursor);
        JsonNode held = new ObjectMapper()
                .readTree(json("info", "1", "-F", "rv1").out())
                .get("resources");
        Path given = Files.writeString(directory().resolve("given.json"), held.toString());
        json("partial-cancel", "1", "rv1", given.toString());
        json("resource assign", "90", "rv1", given.toString());
        String graph = directory().resolve("graph.json").toString();
        var unused = Run.banyan("graph", "convert", GRAPH, "-w", graph);
        json("resource add", graph);
        json("resource remove", NODE, "--force");
        json("cancel", "1-6");
        no("cancel", "999");
        no("wait", "2");
        no("progress", "2");
        json("accounting");
        json("accounting", "--by", "user");
    }

    private void administration() throws IOException {
        json("backup", directory().resolve("copy").toString());
        local(
                "restore",
                directory().resolve("copy").toString(),
                "--state",
                directory().resolve("new").toString());
        json("config show");
        local("config", "check", "../scheduler-cli/src/deb/banyan.yaml");
        json(
                "token add",
                "bob",
                "--role",
                "user",
                "--to",
                directory().resolve("bob").toString());
        json("token list");
        json("token revoke", "bob");
        local("graph", "info", GRAPH);
        local("graph", "validate", GRAPH);
        String grid = Run.banyan("graph", "generate", "grid", "4x2").out();
        String network =
                Files.writeString(directory().resolve("grid.json"), grid).toString();
        local("graph", "topology", network);
        local("graph", "topology", network, "--node", "node1");
        local("jobspec", "validate", JOBSPEC);
        local("workflow", "check", WORKFLOW);
        local("workflow", "graph", WORKFLOW);
        local("workflow", "graph", WORKFLOW, "--reduced");
        String machine = Run.banyan("graph", "generate", "cluster { 4 node { 16 core, 2 gpu, 32 memory:1:GB } }")
                .out();
        local(
                "workflow",
                "plan",
                WORKFLOW,
                "--solver",
                "heuristic",
                "--graph",
                Files.writeString(directory().resolve("machine.json"), machine).toString());
        local("context", "list");
        local("slurm", "install", directory().resolve("slurm").toString());
    }
}
