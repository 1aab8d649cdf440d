package io.banyan.cli.workflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.workflow.format.wfformat.WfFormatWriter;
import io.banyan.workflow.format.yaml.WorkflowYamlWriter;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.reduce.ReductionSettings;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan workflow graph}: the steps of a workflow, or its blocks, in one of several forms. */
@Command(
        name = "graph",
        description = "Show the steps of a workflow, or the blocks that a plan is made of.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "yaml and json are Banyan's own format, dot is for Graphviz, and wfformat is WfFormat 1.5.",
            "",
            "Exit status: 0 success, 1 the file cannot be read or is not a workflow, 2 incorrect usage."
        })
final class WorkflowGraphCommand implements Callable<Integer> {
    /** The form of the workflow. */
    enum Form {
        YAML,
        JSON,
        DOT,
        WFFORMAT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Terminal terminal;

    @Mixin
    private final Output output;

    @Mixin
    private final WorkflowArgument workflow = new WorkflowArgument();

    @Mixin
    private final ReductionOptions reduction = new ReductionOptions();

    @Option(
            names = "--as",
            paramLabel = "FORM",
            description = "Print the workflow in this form: ${COMPLETION-CANDIDATES} (default: a table).")
    private @Nullable Form form;

    @Option(names = "--reduced", description = "Show the blocks of the reduced workflow.")
    private boolean isReduced;

    WorkflowGraphCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() throws IOException {
        ReductionSettings settings = reduction.settings();
        Workflow read = workflow.load(terminal);
        if (form != null) {
            terminal.out().print(text(read, form, settings));
            terminal.out().flush();
        } else if (isReduced) {
            output.print(BlocksView.of(reduced(read, settings)), BlocksView::text);
        } else {
            output.print(StepsView.of(read), StepsView::text);
        }
        return ExitStatus.DONE;
    }

    private String text(Workflow read, Form chosen, ReductionSettings settings) throws JsonProcessingException {
        if (isReduced && chosen != Form.DOT) {
            throw CommandFailure.wrongUse("--reduced: expected --as dot or none, found --as " + chosen);
        }
        return switch (chosen) {
            case YAML -> WorkflowYamlWriter.write(read);
            case JSON -> json(WorkflowYamlWriter.values(read));
            case DOT -> isReduced ? WorkflowDot.of(reduced(read, settings)) : WorkflowDot.of(read);
            case WFFORMAT -> json(WfFormatWriter.values(read));
        };
    }

    private WorkflowReduction reduced(Workflow read, ReductionSettings settings) {
        return ReductionOptions.reduced(read, settings, workflow.name());
    }

    /** Returns maps, lists and scalars as a text in JSON. */
    static String json(Object values) throws JsonProcessingException {
        return JsonMapper.builder()
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .build()
                        .writeValueAsString(values)
                + "\n";
    }
}
