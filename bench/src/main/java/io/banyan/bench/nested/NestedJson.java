package io.banyan.bench.nested;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.bench.report.MachineDescription;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Everything that was measured, repetition by repetition, as JSON. */
final class NestedJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode document = JSON.createObjectNode();

    NestedJson(MachineDescription machine, String javaOptions, int warmUp, int repetitions, long seed) {
        ObjectNode where = document.putObject("machine");
        where.put("processor", machine.processor());
        where.put("processors", machine.processors());
        where.put("jdk", machine.jdk());
        document.put("commit", machine.commit());
        document.put("java_options", javaOptions);
        document.put("warm_up_rounds", warmUp);
        document.put("repetitions", repetitions);
        document.put("parse", "the jobspec's YAML is read before; every level reads the JSON that it is asked with");
        document.put("seed", seed);
        document.put("unit", "ms");
    }

    void singleLevel(List<SingleLevel.Times> times, SingleLevel.Memory memory) {
        ObjectNode single = document.putObject("single_level");
        single.put("unit", "ns");
        put(
                single,
                "match",
                times.stream().mapToDouble(SingleLevel.Times::allocate).toArray());
        put(single, "book", times.stream().mapToDouble(SingleLevel.Times::book).toArray());
        put(
                single,
                "refuse",
                times.stream().mapToDouble(SingleLevel.Times::refuse).toArray());
        put(
                single,
                "add_update",
                times.stream().mapToDouble(SingleLevel.Times::addUpdate).toArray());
        single.put("heap_bytes_allocated", memory.allocated());
        single.put("heap_bytes_grown", memory.grown());
    }

    void nested(NestedRun.Result result) {
        samples(document.putArray("cold"), result.cold());
        samples(document.putArray("warm"), result.warm());
    }

    void models(List<Models.Model> models) {
        ArrayNode all = document.putArray("models");
        for (Models.Model model : models) {
            all.addObject()
                    .put("name", model.name())
                    .put("points", model.points())
                    .put("seconds_an_element", model.line().slope())
                    .put("seconds_at_once", model.line().intercept())
                    .put("mape", model.validation().mape())
                    .put("r_squared", model.validation().rSquared());
        }
    }

    private static void samples(ArrayNode into, List<Samples> all) {
        for (Samples samples : all) {
            ObjectNode request = into.addObject();
            request.put("request", samples.request());
            request.put("elements", samples.elements());
            request.put("bytes_up", samples.bytesUp());
            request.put("bytes_down", samples.bytesDown());
            put(request, "total", samples.totals());
            ObjectNode levels = request.putObject("levels");
            for (int level = 0; level < samples.levels().size(); level++) {
                ObjectNode parts = levels.putObject(samples.levels().get(level));
                for (Samples.Part part : Samples.Part.values()) {
                    put(parts, part.label(), samples.of(part, level));
                }
            }
            put(request, "echo_stream", samples.echoes(Echo.Mode.STREAM));
            put(request, "echo_unary", samples.echoes(Echo.Mode.UNARY));
        }
    }

    private static void put(ObjectNode into, String name, double[] values) {
        ArrayNode array = into.putArray(name);
        for (double value : values) {
            array.add(value);
        }
    }

    void write(Path file) throws IOException {
        JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), document);
    }
}
