package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A process of CWL: a tool, an expression, an operation or a workflow. */
public sealed interface CwlProcess {
    /** Returns the parts that all processes have. */
    Head head();

    /** Returns the inputs. */
    default List<CwlParameter> inputs() {
        return head().inputs();
    }

    /** Returns the outputs. */
    default List<CwlParameter> outputs() {
        return head().outputs();
    }

    /** Returns the requirements and hints of the process itself. */
    default CwlRequirements requirements() {
        return head().requirements();
    }

    /**
     * The parts that all processes have.
     *
     * @param reference the file and the fragment that name the process
     * @param version the version of its document
     * @param namespaces the prefixes of its document
     * @param inputs its inputs in the order of the document
     * @param outputs its outputs in the order of the document
     * @param requirements its requirements and hints
     */
    record Head(
            String reference,
            CwlVersion version,
            Map<String, String> namespaces,
            List<CwlParameter> inputs,
            List<CwlParameter> outputs,
            CwlRequirements requirements) {
        /** Copies the collections. */
        public Head {
            namespaces = Map.copyOf(namespaces);
            inputs = List.copyOf(inputs);
            outputs = List.copyOf(outputs);
        }
    }

    /**
     * A tool that is a program.
     *
     * @param baseCommand the program and its first arguments; may be empty
     * @param arguments further words with a place in the command line
     * @param stdin the file for the standard input; a path or an expression
     * @param stdout the name of the file for the standard output
     * @param stderr the name of the file for the standard error
     * @param successCodes the exit codes that count as success; 0 if empty
     */
    record CommandLineTool(
            Head head,
            List<String> baseCommand,
            List<CwlBinding> arguments,
            Optional<String> stdin,
            Optional<String> stdout,
            Optional<String> stderr,
            Set<Integer> successCodes)
            implements CwlProcess {
        /** Copies the collections. */
        public CommandLineTool {
            baseCommand = List.copyOf(baseCommand);
            arguments = List.copyOf(arguments);
            successCodes = Set.copyOf(successCodes);
        }
    }

    /** An expression whose value is the output object. */
    record ExpressionTool(Head head, JsonNode expression) implements CwlProcess {}

    /** A process that can be planned and not run. */
    record Operation(Head head) implements CwlProcess {}

    /** A workflow of steps in the order of the document. */
    record CwlWorkflow(Head head, List<CwlStep> steps) implements CwlProcess {
        /** Copies the list. */
        public CwlWorkflow {
            steps = List.copyOf(steps);
        }
    }
}
