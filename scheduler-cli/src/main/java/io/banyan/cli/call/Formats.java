package io.banyan.cli.call;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.banyan.cli.output.CheckedValues;
import io.banyan.graph.io.MatchFormat;
import picocli.CommandLine.Option;

/** The option that selects the format of printed resources. */
public final class Formats {
    public static final String DEFAULT = "rv1_nosched";

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    @Option(
            names = {"-F", "--resource-format"},
            paramLabel = "FORMAT",
            description =
                    "Format of the resources: simple, pretty_simple, rlite, rv1_nosched, rv1, rv1_shorthand, jgf, "
                            + "jgf_shorthand, dot, graphml (default ${DEFAULT-VALUE}).")
    private String format = DEFAULT;

    public MatchFormat format() {
        return parse(format);
    }

    /** The format with this name. */
    public static MatchFormat parse(String name) {
        return CheckedValues.value(() -> MatchFormat.parse(name));
    }

    /** Resources as a part of a JSON document: JSON where the format is JSON, else text. */
    public static Object embedded(String resources) {
        try {
            return resources.startsWith("{") || resources.startsWith("[") ? JSON.readTree(resources) : resources;
        } catch (JsonProcessingException e) {
            return resources;
        }
    }
}
