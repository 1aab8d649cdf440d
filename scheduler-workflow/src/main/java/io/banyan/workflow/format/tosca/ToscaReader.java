package io.banyan.workflow.format.tosca;

import io.banyan.document.Document;
import io.banyan.document.Document.Entry;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Scalar;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Nearest;
import io.banyan.document.Source;
import io.banyan.workflow.format.cwl.TextFiles;
import io.banyan.workflow.format.tosca.ToscaSoftware.Script;
import io.banyan.workflow.format.tosca.ToscaSoftware.Stage;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.model.WorkflowCheck;
import io.banyan.workflow.model.WorkflowFault;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one template. */
final class ToscaReader {
    private static final String VERSION = "tosca_simple_yaml_1_3";
    private static final String COMPUTE = "tosca.nodes.Compute";
    private static final String SOFTWARE = "tosca.nodes.SoftwareComponent";
    private static final List<String> STAGES =
            Arrays.stream(Stage.values()).map(Stage::word).toList();
    private static final Pattern SIZE = Pattern.compile("(?<number>\\d{1,12}(?:\\.\\d{1,6})?) *(?<unit>[kKMGT]?i?B)");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_]\\w*");
    private static final int MAX_CPUS = 1_000_000;
    private static final int BYTES_PER_MIB = 1 << 20;

    private final Source source;
    private final Path path;
    private final TextFiles files;
    private final Map<String, Document> places = new LinkedHashMap<>();

    ToscaReader(Source source, Path path, TextFiles files) {
        this.source = source;
        this.path = path;
        this.files = files;
    }

    ToscaTemplate template(Document document) throws DocumentException {
        Fields file = Fields.of(
                source,
                "a TOSCA template",
                document,
                List.of("tosca_definitions_version", "description", "metadata", "topology_template"));
        if (!file.text("tosca_definitions_version").equals(VERSION)) {
            throw file.wrong(
                    "tosca_definitions_version", file.required("tosca_definitions_version"), "'" + VERSION + "'");
        }
        Fields topology = Fields.of(
                source,
                "'topology_template'",
                file.required("topology_template"),
                List.of("description", "node_templates"));
        Fields nodes = Fields.open(source, "'node_templates'", topology.required("node_templates"));
        List<ToscaCompute> machines = new ArrayList<>();
        List<ToscaSoftware> software = new ArrayList<>();
        for (Map.Entry<String, Entry> entry : nodes.entries().entrySet()) {
            node(entry.getKey(), entry.getValue().value(), machines, software);
        }
        if (machines.isEmpty()) {
            throw source.error(nodes.at(), "'node_templates' must have a node of type " + COMPUTE + ", found none");
        }
        checkReferences(machines, software);
        return new ToscaTemplate(machines, ordered(software));
    }

    private void node(String name, Document value, List<ToscaCompute> machines, List<ToscaSoftware> software)
            throws DocumentException {
        String what = "node '" + name + "'";
        Fields node = Fields.of(
                source,
                what,
                value,
                List.of("type", "description", "properties", "capabilities", "requirements", "interfaces"));
        places.put(name, value);
        try {
            new StepId(name);
        } catch (IllegalArgumentException e) {
            throw source.error(value.at(), what + ": a name must be words of letters, digits, '_', '-' and '.'");
        }
        switch (node.text("type")) {
            case COMPUTE -> machines.add(machine(name, value));
            case SOFTWARE -> software.add(software(name, value));
            default -> throw node.wrong("type", node.required("type"), COMPUTE + " or " + SOFTWARE);
        }
    }

    private ToscaCompute machine(String name, Document value) throws DocumentException {
        String what = "node '" + name + "'";
        Fields node = Fields.of(source, what, value, List.of("type", "description", "capabilities"));
        Optional<Fields> host = Optional.empty();
        if (node.has("capabilities")) {
            Fields capabilities =
                    Fields.of(source, "'capabilities' of " + what, node.required("capabilities"), List.of("host"));
            Fields capability =
                    Fields.of(source, "'host' of " + what, capabilities.required("host"), List.of("properties"));
            host = Optional.of(Fields.of(
                    source,
                    "'properties' of " + what,
                    capability.required("properties"),
                    List.of("num_cpus", "mem_size", "disk_size")));
        }
        return new ToscaCompute(name, cpus(host), size(host, "mem_size"), size(host, "disk_size"));
    }

    private static OptionalInt cpus(Optional<Fields> host) throws DocumentException {
        if (host.isEmpty() || !host.get().has("num_cpus")) {
            return OptionalInt.empty();
        }
        long cpus = host.get().integer("num_cpus");
        if (cpus < 1 || cpus > MAX_CPUS) {
            throw host.get().wrong("num_cpus", host.get().required("num_cpus"), "from 1 to " + MAX_CPUS);
        }
        return OptionalInt.of((int) cpus);
    }

    private static OptionalLong size(Optional<Fields> host, String key) throws DocumentException {
        if (host.isEmpty() || !host.get().has(key)) {
            return OptionalLong.empty();
        }
        Matcher size = SIZE.matcher(host.get().text(key));
        if (!size.matches()) {
            throw host.get().wrong(key, host.get().required(key), "a number with a unit such as MB, GB or GiB");
        }
        String unit = size.group("unit");
        int power = " KMGT".indexOf(Character.toUpperCase(unit.charAt(0)));
        BigDecimal factor =
                BigDecimal.valueOf(unit.contains("i") ? 1_024 : 1_000).pow(Math.max(0, power));
        return OptionalLong.of(new BigDecimal(size.group("number"))
                .multiply(factor)
                .divide(BigDecimal.valueOf(BYTES_PER_MIB), 0, RoundingMode.CEILING)
                .longValue());
    }

    private ToscaSoftware software(String name, Document value) throws DocumentException {
        String what = "node '" + name + "'";
        Fields node = Fields.of(
                source, what, value, List.of("type", "description", "properties", "requirements", "interfaces"));
        if (node.has("properties")) {
            Fields.of(source, "'properties' of " + what, node.required("properties"), List.of("component_version"));
        }
        List<String> hosts = new ArrayList<>();
        List<String> after = new ArrayList<>();
        node.required("requirements");
        for (Document item : node.list("requirements")) {
            Fields requirement = Fields.of(source, "a requirement of " + what, item, List.of("host", "dependency"));
            for (Map.Entry<String, Entry> one : requirement.entries().entrySet()) {
                boolean host = one.getKey().equals("host");
                (host ? hosts : after).add(target(one.getValue().value(), host, what));
            }
        }
        if (hosts.size() != 1) {
            throw source.error(value.at(), what + " must have one requirement 'host', found " + hosts.size());
        }
        return new ToscaSoftware(name, hosts.getFirst(), after, operations(node, what));
    }

    private String target(Document value, boolean host, String what) throws DocumentException {
        if (value instanceof Scalar scalar && scalar.kind() == Kind.TEXT) {
            return scalar.text();
        }
        Fields fields = Fields.of(source, "a requirement of " + what, value, List.of("node", "relationship"));
        String relation = "tosca.relationships." + (host ? "HostedOn" : "DependsOn");
        Optional<String> stated = fields.optionalText("relationship");
        if (stated.isPresent() && !stated.get().equals(relation)) {
            throw fields.wrong("relationship", fields.required("relationship"), relation);
        }
        return fields.text("node");
    }

    private Map<Stage, Script> operations(Fields node, String what) throws DocumentException {
        Map<Stage, Script> operations = new EnumMap<>(Stage.class);
        if (!node.has("interfaces")) {
            return operations;
        }
        Fields interfaces =
                Fields.of(source, "'interfaces' of " + what, node.required("interfaces"), List.of("Standard"));
        Fields standard = Fields.open(source, "'Standard' of " + what, interfaces.required("Standard"));
        Document listed = standard.optional("operations").orElse(standard.document());
        Fields stages = Fields.of(source, "'Standard' of " + what, listed, STAGES);
        for (Stage stage : Stage.values()) {
            Optional<Document> operation = stages.optional(stage.word());
            if (operation.isPresent()) {
                operations.put(stage, script(operation.get(), "operation '" + stage.word() + "' of " + what));
            }
        }
        return operations;
    }

    private Script script(Document operation, String what) throws DocumentException {
        Document file = operation;
        SequencedMap<String, String> inputs = new LinkedHashMap<>();
        if (operation instanceof Mapping) {
            Fields fields = Fields.of(source, what, operation, List.of("implementation", "inputs", "description"));
            file = fields.required("implementation");
            if (fields.has("inputs")) {
                Fields values = Fields.open(source, "'inputs' of " + what, fields.required("inputs"));
                for (String key : values.entries().keySet()) {
                    if (!VARIABLE.matcher(key).matches()) {
                        throw source.error(
                                values.at(),
                                "an input of " + what
                                        + " must be a name of a variable of letters, digits and '_', found '" + key
                                        + "'");
                    }
                    inputs.put(key, values.text(key));
                }
            }
        }
        if (!(file instanceof Scalar name) || name.kind() != Kind.TEXT) {
            throw source.error(file.at(), what + " must be the file of a script, found " + file.describe());
        }
        try {
            Path script = path.resolveSibling(name.text()).normalize();
            return new Script(name.text(), files.read(script), inputs);
        } catch (IOException e) {
            throw source.error(file.at(), what + ": cannot read '" + name.text() + "': " + e.getMessage());
        }
    }

    private void checkReferences(List<ToscaCompute> machines, List<ToscaSoftware> software) throws DocumentException {
        List<String> hosts =
                new ArrayList<>(machines.stream().map(ToscaCompute::name).toList());
        List<String> pieces = software.stream().map(ToscaSoftware::name).toList();
        hosts.addAll(pieces);
        for (ToscaSoftware piece : software) {
            check(piece, piece.host(), hosts);
            for (String other : piece.after()) {
                check(piece, other, hosts);
            }
        }
    }

    private void check(ToscaSoftware piece, String name, List<String> known) throws DocumentException {
        if (!known.contains(name)) {
            String maybe = Nearest.of(name, known)
                    .map(near -> "\nMaybe '" + near + "' is meant.")
                    .orElse("");
            throw at(
                    piece.name(),
                    "node '" + piece.name() + "' requires '" + name + "', which does not exist, expected" + " one of "
                            + String.join(", ", known) + maybe);
        }
    }

    private DocumentException at(String node, String message) {
        Document place = places.get(node);
        return place == null ? source.error(message) : source.error(place.at(), message);
    }

    /** Returns the software in an order in which each piece comes after those that it needs. */
    private List<ToscaSoftware> ordered(List<ToscaSoftware> software) throws DocumentException {
        if (software.isEmpty()) {
            return software;
        }
        List<String> names = software.stream().map(ToscaSoftware::name).toList();
        List<Step> steps = new ArrayList<>();
        for (ToscaSoftware piece : software) {
            List<String> before = new ArrayList<>(piece.after());
            before.add(piece.host());
            before.retainAll(names);
            steps.add(Step.of(
                    piece.name(), Needs.NOTHING, 1, before.stream().distinct().toArray(String[]::new)));
        }
        Optional<WorkflowFault> fault = WorkflowCheck.fault(steps);
        if (fault.isPresent()) {
            throw at(fault.get().step().path(), fault.get().sentence().replace("steps wait", "nodes wait"));
        }
        return Arrays.stream(StepGraph.of(Workflow.of("template", steps)).order())
                .mapToObj(software::get)
                .toList();
    }
}
