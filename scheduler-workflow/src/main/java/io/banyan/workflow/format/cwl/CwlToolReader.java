package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.node.TextNode;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Scalar;
import io.banyan.document.DocumentException;
import io.banyan.workflow.format.cwl.CwlPart.Named;
import io.banyan.workflow.format.cwl.CwlProcess.CommandLineTool;
import io.banyan.workflow.format.cwl.CwlProcess.Head;
import io.banyan.workflow.format.cwl.CwlType.Plain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads one tool that is a program, with the short forms for its standard streams. */
final class CwlToolReader {
    private static final String WHAT = "a CommandLineTool";

    /** The name of the file for a standard stream that the document does not name. */
    private static final String UNNAMED = "banyan.";

    private final CwlPart part;
    private final CwlScope scope;
    private Optional<String> stdin;
    private Optional<String> stdout;
    private Optional<String> stderr;

    CwlToolReader(CwlPart part, CwlScope scope) throws DocumentException {
        this.part = part;
        this.scope = scope;
        stdin = part.word(WHAT, "stdin");
        stdout = part.word(WHAT, "stdout");
        stderr = part.word(WHAT, "stderr");
    }

    CommandLineTool tool(String reference) throws DocumentException {
        CwlReader.allow(
                part,
                WHAT,
                "baseCommand",
                "arguments",
                "stdin",
                "stdout",
                "stderr",
                "successCodes",
                "temporaryFailCodes",
                "permanentFailCodes");
        List<CwlParameter> inputs = new ArrayList<>();
        for (Named input : CwlParameterReader.unique(part.required(WHAT, "inputs"), "'inputs'", "id")) {
            inputs.add(input(input));
        }
        List<CwlParameter> outputs = new ArrayList<>();
        for (Named output : CwlParameterReader.unique(part.required(WHAT, "outputs"), "'outputs'", "id")) {
            outputs.add(output(output));
        }
        CwlRequirements requirements = new CwlRequirementReader(scope).requirements(part);
        return new CommandLineTool(
                new Head(reference, scope.version(), scope.namespaces(), inputs, outputs, requirements),
                part.words(WHAT, "baseCommand"),
                arguments(),
                stdin,
                stdout,
                stderr,
                successCodes());
    }

    /** Returns the word that a parameter has instead of a type; empty if it has a type. */
    private static String stream(CwlPart parameter) throws DocumentException {
        CwlPart type = parameter.isMapping() ? parameter.get("type").orElse(parameter) : parameter;
        return type.isText() ? type.word("'type'") : "";
    }

    private CwlParameter input(Named input) throws DocumentException {
        if (!scope.version().has(CwlVersion.V1_1) || !stream(input.part()).equals("stdin")) {
            return new CwlParameterReader(scope).input(input);
        }
        if (stdin.isPresent()) {
            throw input.part().error("input '" + input.id() + "' is 'stdin', but the tool names another 'stdin'");
        }
        stdin = Optional.of("$(inputs." + input.id() + ".path)");
        return CwlParameterReader.plain(input.id(), Plain.FILE);
    }

    private CwlParameter output(Named output) throws DocumentException {
        String stream = stream(output.part());
        if (stream.equals("stdout")) {
            stdout = Optional.of(stdout.orElse(UNNAMED + stream));
            return streamed(output.id(), stdout.orElseThrow());
        } else if (stream.equals("stderr")) {
            stderr = Optional.of(stderr.orElse(UNNAMED + stream));
            return streamed(output.id(), stderr.orElseThrow());
        }
        return new CwlParameterReader(scope).output(output);
    }

    private static CwlParameter streamed(String id, String file) {
        return new CwlParameter(
                id,
                Plain.FILE,
                CwlFileRules.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new CwlOutputBinding(List.of(file), Optional.empty())),
                Optional.empty());
    }

    private List<CwlBinding> arguments() throws DocumentException {
        List<CwlBinding> arguments = new ArrayList<>();
        for (CwlPart argument : part.items("arguments")) {
            arguments.add(
                    argument.isMapping()
                            ? CwlBindingReader.binding(argument, "an item of 'arguments'")
                            : CwlBindingReader.ofValue(TextNode.valueOf(argument.word("an item of 'arguments'"))));
        }
        return arguments;
    }

    private Set<Integer> successCodes() throws DocumentException {
        Set<Integer> codes = new HashSet<>();
        for (CwlPart code : part.items("successCodes")) {
            if (!(code.document() instanceof Scalar scalar && scalar.kind() == Kind.INTEGER)
                    || !code.json().isInt()) {
                throw code.wrong("an item of 'successCodes'", "a whole number");
            }
            codes.add(code.json().intValue());
        }
        return codes;
    }
}
