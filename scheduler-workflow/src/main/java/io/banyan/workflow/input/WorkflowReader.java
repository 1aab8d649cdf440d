package io.banyan.workflow.input;

import io.banyan.document.Document;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import io.banyan.workflow.format.TextLimits;
import io.banyan.workflow.format.cwl.CwlFormat;
import io.banyan.workflow.format.cwl.LocalTextFiles;
import io.banyan.workflow.format.streamflow.StreamFlowFormat;
import io.banyan.workflow.format.wfformat.WfFormatReader;
import io.banyan.workflow.format.yaml.WorkflowYaml;
import io.banyan.workflow.model.Workflow;
import java.util.Optional;

/** Reads a workflow in the format that its text states. Any thread may call it. O(length of the text). */
public final class WorkflowReader {
    private static final String CWL_VERSION = "cwlVersion";

    private WorkflowReader() {}

    /**
     * The way to read a text.
     *
     * @param file the name of the file in messages; a document of CWL finds other files beside it
     * @param name the name of a workflow that states none
     * @param scale the factor of recorded run times, more than 0; it does not change stated times
     * @param inputs the file with the inputs of a document of CWL
     */
    public record Manner(String file, String name, double scale, Optional<String> inputs) {}

    /**
     * Reads {@code text}.
     *
     * @throws DocumentException if the text has no known format, or is wrong in the one that it states
     */
    public static Workflow read(String text, Manner manner) throws DocumentException {
        Source source = new Source(manner.file(), "workflow");
        TextLimits.require(text, source);
        Document document = DocumentReader.read(text, source);
        if (hasKey(document, CWL_VERSION)) {
            return cwl(manner);
        }
        if (manner.inputs().isPresent()) {
            throw source.error(document.at(), "only a document of CWL has inputs, found " + kind(document));
        }
        if (hasKey(document, "workflows")) {
            return StreamFlowFormat.read(manner.file(), Optional.empty(), LocalTextFiles.everywhere())
                    .job()
                    .workflow();
        }
        if (WorkflowYaml.isWorkflow(document)) {
            return WorkflowYaml.read(document, source, manner.name());
        }
        if (WfFormatReader.isWorkflow(document)) {
            return WfFormatReader.read(document, source, manner.scale());
        }
        throw source.error(
                document.at(),
                "expected a workflow, with 'kind: " + WorkflowYaml.KIND + "', '" + CWL_VERSION
                        + "' (CWL), 'workflows' (StreamFlow) or 'schemaVersion' (WfFormat), found "
                        + document.describe());
    }

    private static boolean hasKey(Document document, String key) {
        return document instanceof Document.Mapping mapping && mapping.entries().containsKey(key);
    }

    private static String kind(Document document) {
        return WorkflowYaml.isWorkflow(document) ? "'kind: " + WorkflowYaml.KIND + "'" : document.describe();
    }

    private static Workflow cwl(Manner manner) throws DocumentException {
        var files = LocalTextFiles.everywhere();
        return manner.inputs().isPresent()
                ? CwlFormat.read(manner.file(), manner.inputs().get(), files).workflow()
                : CwlFormat.read(manner.file(), files);
    }
}
