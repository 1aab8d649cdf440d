package io.banyan.bench.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.cli.Banyan;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.workflow.engine.RunOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs by {@code banyan workflow submit} in front of a daemon, whose jobs are processes of this machine. Several
 * threads may submit at a time.
 */
final class SubmittedRun implements CaseRun.Runner, AutoCloseable {
    private static final String MACHINE = "cluster { 1 node { 64 core, 1024 memory:1:GB } }";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KillableDaemon daemon;

    private SubmittedRun(KillableDaemon daemon) {
        this.daemon = daemon;
    }

    /** Starts a daemon with its files in a directory. */
    static SubmittedRun start(Path scratch) throws IOException, InterruptedException {
        Path graph = Files.writeString(
                scratch.resolve("machine.json"),
                command("graph", "generate", MACHINE).out());
        List<String> options = new ArrayList<>(List.of("--graph", graph.toString()));
        if ("root".equals(System.getProperty("user.name"))) {
            options.add("--jobs-as-root");
        }
        StateDirectory state = new StateDirectory(scratch.resolve("state"));
        return new SubmittedRun(KillableDaemon.start(Path.of("banyan").toAbsolutePath(), state, "", options));
    }

    @Override
    public RunOutcome run(SuiteCase test, Path scratch) throws IOException {
        List<String> words = new ArrayList<>(List.of("workflow", "submit", test.tool()));
        test.job().ifPresent(job -> words.addAll(List.of("--inputs", job)));
        words.addAll(List.of("--state", daemon.state().toString(), "--slot", "1m", "--default-time", "1m"));
        words.addAll(List.of("--solver", "heuristic", "--yes", "--wait", "-o", "json"));
        Answer answer = command(words.toArray(String[]::new));
        JsonNode result = JSON.readTree(answer.out());
        if (result.path("state").asText().equals("succeeded")) {
            return new RunOutcome.Succeeded(
                    result.path("outputs") instanceof ObjectNode outputs
                            ? outputs
                            : JsonNodeFactory.instance.objectNode());
        }
        String problem = result.path("problem").asText();
        return new RunOutcome.Failed(List.of(problem.isEmpty() ? answer.err() : problem));
    }

    /** The output of a command. */
    private record Answer(String out, String err) {}

    private static Answer command(String... words) {
        var out = new StringWriter();
        var err = new StringWriter();
        Banyan.run(new Terminal(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(err)), words);
        return new Answer(out.toString(), err.toString());
    }

    @Override
    public void close() {
        daemon.close();
    }
}
