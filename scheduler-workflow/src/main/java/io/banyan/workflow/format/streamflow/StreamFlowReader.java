package io.banyan.workflow.format.streamflow;

import io.banyan.document.Document;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Nearest;
import io.banyan.document.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads one StreamFlow file of version {@code v1.0}. */
final class StreamFlowReader {
    private static final String VERSION = "v1.0";
    private static final String SLURM = "slurm";
    private static final List<String> TYPES = List.of(SLURM, "local", "banyan");
    private static final List<String> SLURM_KEYS = List.of(
            "partition",
            "nodes",
            "ntasks",
            "ntasksPerNode",
            "cpusPerTask",
            "mem",
            "gpus",
            "gpusPerNode",
            "time",
            "account",
            "qos",
            "constraint",
            "exclusive",
            "file",
            "jobName");
    private static final List<String> BANYAN_KEYS = List.of("queue", "nodes", "cores", "memory", "gpus", "time");
    private static final int MAX_COUNT = 1_000_000;

    private final Source source;
    private final Fields file;

    StreamFlowReader(Source source, Document document) throws DocumentException {
        this.source = source;
        this.file = Fields.of(
                source,
                "a StreamFlow file",
                document,
                List.of(
                        "version",
                        "workflows",
                        "deployments",
                        "bindingFilters",
                        "checkpointManager",
                        "database",
                        "dataManager",
                        "failureManager",
                        "path",
                        "scheduler",
                        "deploymentManager"));
        if (!file.text("version").equals(VERSION)) {
            throw file.wrong("version", file.required("version"), "'" + VERSION + "'");
        }
    }

    /** Returns one workflow: the named one, else the only one. */
    Fields workflow(Optional<String> name) throws DocumentException {
        Fields all = Fields.open(source, "'workflows'", file.required("workflows"));
        if (name.isEmpty() && all.entries().size() != 1) {
            throw source.error(
                    all.at(),
                    "'workflows' has " + all.entries().size() + " workflows, name one of "
                            + String.join(", ", all.entries().keySet()));
        }
        String wanted = name.orElseGet(() -> all.entries().keySet().iterator().next());
        Document found = all.optional(wanted)
                .orElseThrow(() -> unknown(
                        all.document(), "workflow", wanted, all.entries().keySet()));
        Fields workflow = Fields.of(source, "workflow '" + wanted + "'", found, List.of("type", "config", "bindings"));
        if (!workflow.text("type").equals("cwl")) {
            throw workflow.wrong("type", workflow.required("type"), "'cwl'");
        }
        return workflow;
    }

    private DocumentException unknown(Document at, String what, String name, Collection<String> known) {
        String maybe = Nearest.of(name, known)
                .map(near -> "\nMaybe '" + near + "' is meant.")
                .orElse("");
        return source.error(
                at.at(),
                "there is no " + what + " '" + name + "', expected one of " + String.join(", ", known) + maybe);
    }

    List<StreamFlowBinding> bindings(Fields workflow) throws DocumentException {
        List<StreamFlowBinding> bindings = new ArrayList<>();
        for (Document item : workflow.has("bindings") ? workflow.list("bindings") : List.<Document>of()) {
            Fields binding = Fields.of(source, "a binding", item, List.of("step", "port", "target", "filters"));
            if (binding.has("step")) {
                bindings.add(binding(binding));
            }
        }
        return bindings;
    }

    private StreamFlowBinding binding(Fields binding) throws DocumentException {
        String step = binding.text("step");
        if (!step.startsWith("/")) {
            throw binding.wrong("step", binding.required("step"), "a path that begins with '/'");
        }
        Fields target = Fields.of(
                source,
                "a target",
                binding.required("target"),
                List.of("deployment", "service", "locations", "workdir"));
        String path = step.substring(1).replaceFirst("/$", "");
        return new StreamFlowBinding(
                path,
                service(target),
                source.name() + ":" + binding.required("step").at());
    }

    private StreamFlowService service(Fields target) throws DocumentException {
        String name = target.text("deployment");
        Fields all = Fields.open(source, "'deployments'", file.required("deployments"));
        Document found = all.optional(name)
                .orElseThrow(() -> unknown(
                        target.document(), "deployment", name, all.entries().keySet()));
        Fields deployment = Fields.open(source, "deployment '" + name + "'", found);
        String type = deployment.text("type");
        if (!TYPES.contains(type)) {
            throw deployment.wrong("type", deployment.required("type"), "one of " + String.join(", ", TYPES));
        }
        Optional<String> service = target.optionalText("service");
        if (service.isEmpty()) {
            return none(name, type, source.name() + ":" + deployment.at());
        }
        Fields config = Fields.open(source, "'config' of deployment '" + name + "'", deployment.required("config"));
        Fields services = Fields.open(source, "'services' of deployment '" + name + "'", config.required("services"));
        Document one = services.optional(service.get())
                .orElseThrow(() -> unknown(
                        target.document(),
                        "service",
                        service.get(),
                        services.entries().keySet()));
        String what = "service '" + service.get() + "'";
        return type.equals(SLURM)
                ? slurm(name, service, Fields.of(source, what, one, SLURM_KEYS))
                : banyan(name, type, service, Fields.of(source, what, one, BANYAN_KEYS));
    }

    private static StreamFlowService none(String deployment, String type, String place) {
        return new StreamFlowService(
                deployment,
                type,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                place);
    }

    private StreamFlowService slurm(String deployment, Optional<String> service, Fields fields)
            throws DocumentException {
        OptionalInt nodes = count(fields, "nodes");
        OptionalInt perNode = count(fields, "ntasksPerNode");
        OptionalInt all = count(fields, "ntasks");
        OptionalInt each = count(fields, "cpusPerTask");
        int tasks = perNode.orElse((int) Math.ceilDiv((long) all.orElse(1), nodes.orElse(1)));
        boolean stated = perNode.isPresent() || all.isPresent() || each.isPresent();
        OptionalInt perNodeGpus = count(fields, "gpusPerNode");
        OptionalInt allGpus = count(fields, "gpus");
        OptionalInt gpus = perNodeGpus.isPresent() || allGpus.isEmpty()
                ? perNodeGpus
                : OptionalInt.of(Math.ceilDiv(allGpus.getAsInt(), nodes.orElse(1)));
        return new StreamFlowService(
                deployment,
                SLURM,
                service,
                fields.optionalText("partition"),
                nodes,
                stated ? OptionalInt.of((int) Math.min(MAX_COUNT, (long) tasks * each.orElse(1))) : OptionalInt.empty(),
                memory(fields, "mem"),
                gpus,
                time(fields),
                source.name() + ":" + fields.at());
    }

    private StreamFlowService banyan(String deployment, String type, Optional<String> service, Fields fields)
            throws DocumentException {
        return new StreamFlowService(
                deployment,
                type,
                service,
                fields.optionalText("queue"),
                count(fields, "nodes"),
                count(fields, "cores"),
                memory(fields, "memory"),
                count(fields, "gpus"),
                time(fields),
                source.name() + ":" + fields.at());
    }

    private static OptionalInt count(Fields fields, String key) throws DocumentException {
        Optional<String> word = fields.optionalText(key);
        if (word.isEmpty()) {
            return OptionalInt.empty();
        }
        OptionalInt count = SlurmWords.count(word.get());
        if (count.isEmpty() || count.getAsInt() < 1 || count.getAsInt() > MAX_COUNT) {
            throw fields.wrong(key, fields.required(key), "a whole number from 1 to " + MAX_COUNT);
        }
        return count;
    }

    private static OptionalLong memory(Fields fields, String key) throws DocumentException {
        Optional<String> word = fields.optionalText(key);
        if (word.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong memory = SlurmWords.mebibytes(word.get());
        if (memory.isEmpty()) {
            throw fields.wrong(key, fields.required(key), "MiB, or a number with unit K, M, G or T");
        }
        return memory;
    }

    private static OptionalLong time(Fields fields) throws DocumentException {
        Optional<String> word = fields.optionalText("time");
        if (word.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong time = SlurmWords.millis(word.get());
        if (time.isEmpty()) {
            throw fields.wrong(
                    "time",
                    fields.required("time"),
                    "more than 0: minutes, minutes:seconds, hours:minutes:seconds or" + " days-hours");
        }
        return time;
    }
}
