package io.banyan.workflow.format.cwl;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.document.DocumentException;
import io.banyan.workflow.format.cwl.CwlProcess.CwlWorkflow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.commonwl.cwlsdk.cwl1_2.CommandInputParameter;
import org.commonwl.cwlsdk.cwl1_2.CommandLineTool;
import org.commonwl.cwlsdk.cwl1_2.CommandOutputParameter;
import org.commonwl.cwlsdk.cwl1_2.ExpressionTool;
import org.commonwl.cwlsdk.cwl1_2.ExpressionToolOutputParameter;
import org.commonwl.cwlsdk.cwl1_2.ResourceRequirement;
import org.commonwl.cwlsdk.cwl1_2.Workflow;
import org.commonwl.cwlsdk.cwl1_2.WorkflowInputParameter;
import org.commonwl.cwlsdk.cwl1_2.WorkflowOutputParameter;
import org.commonwl.cwlsdk.cwl1_2.WorkflowStep;
import org.commonwl.cwlsdk.cwl1_2.WorkflowStepInput;
import org.commonwl.cwlsdk.cwl1_2.utils.RootLoader;
import org.junit.jupiter.api.Test;

/** All documents of the conformance suite: which are read, and whether another reader finds the same in them. */
class CwlSuiteTest {
    /** The documents that are refused, and why: most are wrong on purpose. */
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("cond-wf-005.cwl", "the source 'step1/out1' of output 'out1' gives string[], expected string"),
            Map.entry(
                    "cond-wf-005_nojs.cwl", "the source 'step1/out1' of output 'out1' gives string[], expected string"),
            Map.entry("conflict-wf.cwl", "'$graph' has no process 'main'"),
            Map.entry(
                    "invalid-tool-v10.cwl",
                    "invalid-tool-v10.cwl:7:9: 'secondaryFiles' of input 'inp1' must be text in v1.0"),
            Map.entry("invalid-tool-v11.cwl", "invalid-tool-v11.cwl:11:15: 'coresMin' in v1.1 must be a whole number"),
            Map.entry(
                    "invalid-wf-v10.cwl",
                    "invalid-wf-v10.cwl:12:9: 'secondaryFiles' of input 'inp1' must be text in v1.0"),
            Map.entry("invalid-wf-v11.cwl", "invalid-wf-v11.cwl:27:5: unknown key 'when' in step 'toolv12'"),
            Map.entry(
                    "invalid-wf-v12.cwl",
                    "invalid-tool-v10.cwl:7:9: 'secondaryFiles' of input 'inp1' must be text in v1.0"),
            Map.entry("js-expr-req-wf.cwl", "'$graph' has no process 'main'"),
            Map.entry("template-tool.cwl", "cannot read 'underscore.js': there is no such file"),
            Map.entry("timelimit2.cwl", "timelimit2.cwl:7:16: 'timelimit' must be a number of 0 or more"));

    /** The documents that the other reader does not read, because of their large numbers. */
    private static final List<String> UNREAD_BY_THE_OTHER =
            List.of("paramref_arguments_inputs.cwl", "paramref_arguments_roundtrip.cwl");

    private static CwlProcess read(Path document) throws DocumentException {
        return CwlFormat.process(document.toString(), new LocalTextFiles(CwlSuite.directory()));
    }

    @Test
    void readsAndTranslatesEveryValidDocument() throws Exception {
        Map<String, String> refused = new TreeMap<>();
        for (Path document : CwlSuite.documents()) {
            try {
                CwlProcess process = read(document);
                boolean empty = process instanceof CwlWorkflow workflow
                        && workflow.steps().isEmpty();
                if (!empty) {
                    CwlFormat.workflow(process, document.toString());
                }
            } catch (DocumentException e) {
                refused.put(document.getFileName().toString(), String.valueOf(e.getMessage()));
            }
        }
        assertThat(refused.keySet()).isEqualTo(new TreeSet<>(REFUSED.keySet()));
        refused.forEach((name, message) -> assertThat(message).contains(REFUSED.get(name)));
    }

    @Test
    void findsTheGraphAndRequirementsThatAnotherReaderFinds() throws Exception {
        List<String> different = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        int compared = 0;
        for (Path document : CwlSuite.documents()) {
            String name = document.getFileName().toString();
            Optional<Object> other = REFUSED.containsKey(name) ? Optional.empty() : other(document);
            if (other.isEmpty() && !REFUSED.containsKey(name)) {
                unread.add(name);
            } else if (other.isPresent()) {
                Object main = other.get() instanceof List<?> graph ? main(graph) : other.get();
                compared++;
                String ours = summary(read(document));
                String theirs = summary(main);
                if (!ours.equals(theirs)) {
                    different.add(name + "\n  ours   " + ours + "\n  theirs " + theirs);
                }
            }
        }
        assertThat(different).isEmpty();
        assertThat(unread).isEqualTo(UNREAD_BY_THE_OTHER);
        assertThat(compared).isEqualTo(CwlSuite.DOCUMENTS - REFUSED.size() - UNREAD_BY_THE_OTHER.size());
    }

    private static Optional<Object> other(Path document) {
        try {
            return Optional.of(RootLoader.loadDocument(document));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Object main(List<?> graph) {
        return graph.stream()
                .filter(process -> id(process).endsWith("#main"))
                .findFirst()
                .orElseThrow();
    }

    private static String id(Object process) {
        return switch (process) {
            case Workflow workflow -> workflow.getId().orElse("");
            case CommandLineTool tool -> tool.getId().orElse("");
            case ExpressionTool tool -> tool.getId().orElse("");
            default -> "";
        };
    }

    private static String summary(CwlProcess process) {
        StringBuilder text = new StringBuilder();
        text.append(process.inputs().stream().map(CwlParameter::id).toList());
        text.append(process.outputs().stream().map(CwlParameter::id).toList());
        text.append(new TreeSet<>(process.requirements().required().keySet()));
        process.requirements()
                .required(CwlRequirement.Resources.class)
                .ifPresent(resources -> text.append(new TreeMap<>(resources.amounts()).keySet()));
        if (process instanceof CwlWorkflow workflow) {
            for (CwlStep step : workflow.steps()) {
                text.append("\n    ").append(step.id()).append(new TreeSet<>(CwlOrder.before(step)));
                text.append(step.scatter()).append(step.outputs());
                text.append(step.when().stream().toList());
            }
        }
        return text.toString();
    }

    private static String summary(Object process) {
        return switch (process) {
            case Workflow workflow ->
                head(workflow.getInputs(), workflow.getOutputs(), workflow.getRequirements())
                        + steps(workflow.getSteps());
            case CommandLineTool tool -> head(tool.getInputs(), tool.getOutputs(), tool.getRequirements());
            case ExpressionTool tool -> head(tool.getInputs(), tool.getOutputs(), tool.getRequirements());
            default -> throw new IllegalStateException("a process of class " + process.getClass());
        };
    }

    private static String head(List<Object> inputs, List<Object> outputs, Object requirements) {
        List<String> ids = ids(inputs);
        List<String> results = ids(outputs);
        Set<String> classes = new TreeSet<>();
        Set<String> amounts = new TreeSet<>();
        for (Object requirement : requirements instanceof Optional<?> some ? listed(some) : List.of()) {
            classes.add(requirement.getClass().getSimpleName().replace("Impl", ""));
            if (requirement instanceof ResourceRequirement resources) {
                amounts.addAll(amounts(resources));
            }
        }
        return ids + "" + results + classes + (amounts.isEmpty() ? "" : amounts);
    }

    private static List<?> listed(Optional<?> requirements) {
        return requirements.isPresent() && requirements.get() instanceof List<?> list ? list : List.of();
    }

    private static List<String> ids(List<Object> parameters) {
        List<String> ids = new ArrayList<>();
        for (Object parameter : parameters) {
            Optional<String> id = switch (parameter) {
                case CommandInputParameter input -> input.getId();
                case WorkflowInputParameter input -> input.getId();
                case CommandOutputParameter output -> output.getId();
                case WorkflowOutputParameter output -> output.getId();
                case ExpressionToolOutputParameter output -> output.getId();
                default -> throw new IllegalStateException("a parameter of class " + parameter.getClass());
            };
            ids.add(word(id.orElseThrow()));
        }
        return ids;
    }

    private static Set<String> amounts(ResourceRequirement resources) {
        Map<String, Object> amounts = new TreeMap<>();
        amounts.put("coresMin", present(resources.getCoresMin()));
        amounts.put("coresMax", present(resources.getCoresMax()));
        amounts.put("ramMin", present(resources.getRamMin()));
        amounts.put("ramMax", present(resources.getRamMax()));
        amounts.put("tmpdirMin", present(resources.getTmpdirMin()));
        amounts.put("tmpdirMax", present(resources.getTmpdirMax()));
        amounts.put("outdirMin", present(resources.getOutdirMin()));
        amounts.put("outdirMax", present(resources.getOutdirMax()));
        amounts.values().removeIf(value -> value.equals(Optional.empty()));
        return amounts.keySet();
    }

    private static Object present(Object value) {
        return value == null ? Optional.empty() : value;
    }

    private static String steps(List<Object> steps) {
        StringBuilder text = new StringBuilder();
        Set<String> names = new LinkedHashSet<>();
        steps.forEach(step -> names.add(((WorkflowStep) step).getId().orElse("")));
        for (Object one : steps) {
            WorkflowStep step = (WorkflowStep) one;
            Set<String> before = new TreeSet<>();
            for (Object input : step.getIn()) {
                for (String source : words(((WorkflowStepInput) input).getSource())) {
                    names.stream()
                            .filter(name -> source.startsWith(name + "/"))
                            .forEach(name -> before.add(word(name)));
                }
            }
            text.append("\n    ").append(word(step.getId().orElse(""))).append(before);
            text.append(
                    words(step.getScatter()).stream().map(CwlSuiteTest::word).toList());
            text.append(step.getOut().stream()
                    .map(String::valueOf)
                    .map(CwlSuiteTest::word)
                    .toList());
            text.append(words(step.getWhen()));
        }
        return text.toString();
    }

    private static List<String> words(Object value) {
        return switch (value) {
            case null -> List.of();
            case List<?> list -> list.stream().map(String::valueOf).toList();
            case Optional<?> optional -> optional.map(CwlSuiteTest::words).orElse(List.of());
            default -> List.of(value.toString());
        };
    }

    private static String word(String id) {
        return CwlLocation.lastWord(id);
    }
}
