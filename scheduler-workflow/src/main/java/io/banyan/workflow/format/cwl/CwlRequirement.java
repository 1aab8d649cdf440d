package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** A requirement or a hint. Numbers may be expressions, so that they are JSON values. */
public sealed interface CwlRequirement {
    /** JavaScript, with texts that are evaluated before each expression. */
    record InlineJavascript(List<String> library) implements CwlRequirement {}

    /** Types by name, which the reader has put in the places that name them. */
    record SchemaDef(List<CwlType> types) implements CwlRequirement {}

    /** A container image. */
    record Docker(JsonNode fields) implements CwlRequirement {}

    /**
     * Files that are made in the working directory before the tool starts.
     *
     * @param listing an expression for the list, or a list of expressions, files, directories and entries
     */
    record InitialWorkDir(JsonNode listing) implements CwlRequirement {}

    /** Environment variables: a text or an expression each. */
    record EnvVar(SequencedMap<String, String> values) implements CwlRequirement {}

    /** A command line that a shell interprets. */
    record ShellCommand() implements CwlRequirement {}

    /**
     * Amounts by key, such as {@code coresMin}; numbers or expressions.
     *
     * @param place the file, line and column that state them
     */
    record Resources(Map<String, JsonNode> amounts, String place) implements CwlRequirement {
        /** The keys. */
        public static final List<String> KEYS =
                List.of("coresMin", "coresMax", "ramMin", "ramMax", "tmpdirMin", "tmpdirMax", "outdirMin", "outdirMax");

        /** Copies the map. */
        public Resources {
            amounts = Map.copyOf(amounts);
        }
    }

    /** The default depth of listings. */
    record LoadListing(CwlFileRules.Listing depth) implements CwlRequirement {}

    /** Whether outputs of inputs that write in place count as changed. */
    record InplaceUpdate(boolean allowed) implements CwlRequirement {}

    /**
     * The seconds after which a tool is stopped; 0 for no limit.
     *
     * @param place the file, line and column that state them
     */
    record ToolTimeLimit(JsonNode seconds, String place) implements CwlRequirement {}

    /**
     * The graphics processors of a task; the least number.
     *
     * @param place the file, line and column that state it
     */
    record Cuda(JsonNode devices, String place) implements CwlRequirement {}

    /**
     * The processes of a program of MPI.
     *
     * @param place the file, line and column that state them
     */
    record Mpi(JsonNode processes, String place) implements CwlRequirement {}

    /**
     * The resources of a task in Banyan's own words, a hint {@code banyan:Resources}.
     *
     * @param nodes the nodes of a task
     * @param accelerators the accelerators on each node by type
     * @param timeMillis the run time of a task
     * @param width the expected number of tasks of a scatter whose list is not known
     */
    record BanyanResources(
            Optional<Integer> nodes,
            Map<String, Integer> accelerators,
            Optional<Long> timeMillis,
            Optional<Integer> width)
            implements CwlRequirement {
        /** Copies the map. */
        public BanyanResources {
            accelerators = Map.copyOf(accelerators);
        }
    }

    /** A requirement that asks for nothing more, such as a feature that is always there. */
    record Feature(String name) implements CwlRequirement {}
}
