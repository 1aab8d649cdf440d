package io.banyan.bench.looks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Banyan;
import io.banyan.cli.output.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Runs the commands that look at a daemon, again and again, within this process. */
final class Lookers {
    /** The commands, with the words that make them print once. */
    private static final Map<String, List<String>> COMMANDS = new LinkedHashMap<>(Map.of(
            "top", List.of("--once"),
            "jobs", List.of(),
            "nodes", List.of(),
            "queues", List.of()));

    private static final int MOST_FAULTS = 20;

    private final Path state;
    private final LookCheck check;
    private final ObjectMapper json = new ObjectMapper();
    private final List<String> faults = new ArrayList<>();
    private int looks;

    /**
     * Lookers at the daemon with this state directory.
     *
     * @param nodes that it has
     */
    Lookers(Path state, int nodes) {
        this.state = state;
        this.check = new LookCheck(nodes);
    }

    /** Runs each command at least this many times and until the flag is cleared. Returns the errors. */
    List<String> look(int times, BooleanSupplier goesOn) {
        for (int i = 0; (i < times || goesOn.getAsBoolean()) && faults.size() < MOST_FAULTS; i++) {
            COMMANDS.forEach(this::look);
            looks++;
        }
        return List.copyOf(faults);
    }

    /** How often each command has looked. */
    int looks() {
        return looks;
    }

    private void look(String command, List<String> words) {
        var out = new StringWriter();
        var err = new StringWriter();
        List<String> all = new ArrayList<>(List.of(command, "--state", state.toString(), "-o", "json"));
        all.addAll(words);
        var terminal = new Terminal(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(err));
        int status = Banyan.run(terminal, all.toArray(String[]::new));
        if (status != 0) {
            faults.add(command + ": status " + status + ": " + err);
            return;
        }
        try {
            JsonNode printed = json.readTree(out.toString());
            check.faults(command, printed).forEach(fault -> faults.add(command + ": " + fault));
        } catch (IOException e) {
            faults.add(command + ": no JSON: " + e.getMessage());
        }
    }
}
