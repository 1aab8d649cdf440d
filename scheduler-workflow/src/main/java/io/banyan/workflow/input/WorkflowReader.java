package io.banyan.workflow.input;

import io.banyan.document.Document;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import io.banyan.workflow.format.TextLimits;
import io.banyan.workflow.format.wfformat.WfFormatReader;
import io.banyan.workflow.format.yaml.WorkflowYaml;
import io.banyan.workflow.model.Workflow;

/** Reads a workflow in the format that its text states. Any thread may call it. O(length of the text). */
public final class WorkflowReader {
    private WorkflowReader() {}

    /**
     * Reads {@code text}; messages name it {@code file}.
     *
     * @param name the name of a workflow that states none
     * @param scale the factor of recorded run times, more than 0; it does not change stated times
     * @throws DocumentException if the text has no known format, or is wrong in the one that it states
     */
    public static Workflow read(String text, String file, String name, double scale) throws DocumentException {
        Source source = new Source(file, "workflow");
        TextLimits.require(text, source);
        Document document = DocumentReader.read(text, source);
        if (WorkflowYaml.isWorkflow(document)) {
            return WorkflowYaml.read(document, source, name);
        }
        if (WfFormatReader.isWorkflow(document)) {
            return WfFormatReader.read(document, source, scale);
        }
        throw source.error(
                document.at(),
                "expected a workflow, with 'kind: " + WorkflowYaml.KIND + "' or 'schemaVersion' (WfFormat), found "
                        + document.describe());
    }
}
