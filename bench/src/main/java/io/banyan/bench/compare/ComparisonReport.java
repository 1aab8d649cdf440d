package io.banyan.bench.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.bench.report.MachineDescription;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** The table that is printed as it grows, and the same as JSON. */
final class ComparisonReport {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ROW = "| %-32s | %-11s | %-10s | %13s | %13s | %8s | %s |%n";

    private final ObjectNode document = JSON.createObjectNode();
    private final ArrayNode rows;
    private final boolean hasPeer;

    ComparisonReport(MachineDescription machine, boolean hasPeer, int rounds) {
        this.hasPeer = hasPeer;
        ObjectNode where = document.putObject("machine");
        where.put("processor", machine.processor());
        where.put("processors", machine.processors());
        where.put("jdk", machine.jdk());
        document.put("commit", machine.commit());
        document.put("start", "cold");
        document.put("rounds", rounds);
        document.put("peer", hasPeer ? "measured" : "recorded");
        rows = document.putArray("scenarios");
        System.out.println(machine);
        System.out.printf(
                "Every session is a process of its own, cold, and parses each jobspec; median of %d. %s%n%n",
                rounds,
                hasPeer
                        ? "The peer ran in alternation."
                        : "The peer's figures were recorded on another machine (name one that is here with --peer).");
        System.out.printf(
                ROW, "what", "graph", "policy", "banyan", hasPeer ? "peer" : "recorded", "ratio", "difference");
        System.out.println("|---|---|---|---:|---:|---:|---|");
    }

    void add(ScenarioMeasurement.Result result) {
        BenchScenario scenario = result.scenario();
        double ours = result.medians().getFirst();
        double theirs = hasPeer ? result.medians().getLast() : scenario.recorded();
        double ratio = scenario.metric().ratio(ours, theirs);
        System.out.printf(
                ROW,
                scenario.name(),
                scenario.cluster().label(),
                scenario.policy(),
                text(ours, scenario),
                theirs > 0 ? text(theirs, scenario) : "-",
                ratio > 0 ? number(ratio) + "x" : "-",
                result.difference());
        ObjectNode row = rows.addObject();
        row.put("name", scenario.name());
        row.put("graph", scenario.cluster().label());
        row.put("vertices", scenario.cluster().vertices());
        row.put("policy", scenario.policy());
        row.put("unit", scenario.metric().unit());
        row.put("banyan", ours);
        row.put("peer", theirs > 0 ? theirs : null);
        row.put("ratio", ratio > 0 ? ratio : null);
        row.put("difference", result.difference());
    }

    void failed(BenchScenario scenario, String why) {
        System.out.printf(ROW, scenario.name(), scenario.cluster().label(), scenario.policy(), "failed", "-", "-", why);
        rows.addObject().put("name", scenario.name()).put("failed", why);
    }

    void write(Path file) throws IOException {
        JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), document);
        System.out.printf("%nThe same as JSON: %s%n", file);
    }

    private static String text(double value, BenchScenario scenario) {
        return Double.isNaN(value)
                ? "-"
                : number(value) + " " + scenario.metric().unit();
    }

    private static String number(double value) {
        String form = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : value >= 0.1 ? "%.2f" : "%.4f";
        return String.format(Locale.ROOT, form, value);
    }
}
