package io.banyan.workflow.input;

import io.banyan.document.Document;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import io.banyan.workflow.format.TextLimits;
import io.banyan.workflow.format.cwl.CwlFormat;
import io.banyan.workflow.format.cwl.CwlJob;
import io.banyan.workflow.format.cwl.LocalTextFiles;
import io.banyan.workflow.format.cwl.TextFiles;
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
     * A workflow, and the document of CWL that it comes from.
     *
     * @param cwl the process with its inputs; empty for other formats
     */
    public record ReadWorkflow(Workflow workflow, Optional<CwlJob> cwl) {}

    /**
     * Reads {@code text}, with the files that it refers to.
     *
     * @throws DocumentException if the text has no known format, or is wrong in the one that it states
     */
    public static Workflow read(String text, Manner manner) throws DocumentException {
        return read(text, manner, LocalTextFiles.everywhere(), false).workflow();
    }

    /**
     * Reads {@code text} for a run: a document of CWL without inputs has none, and is refused if it needs some.
     *
     * @param files the files that the text refers to
     * @throws DocumentException if the text has no known format, or is wrong in the one that it states
     */
    public static ReadWorkflow readForRun(String text, Manner manner, TextFiles files) throws DocumentException {
        return read(text, manner, files, true);
    }

    private static ReadWorkflow read(String text, Manner manner, TextFiles files, boolean isForRun)
            throws DocumentException {
        Source source = new Source(manner.file(), "workflow");
        TextLimits.require(text, source);
        Document document = DocumentReader.read(text, source);
        if (hasKey(document, CWL_VERSION)) {
            return cwl(manner, files, isForRun);
        }
        if (manner.inputs().isPresent()) {
            throw source.error(document.at(), "only a document of CWL has inputs, found " + kind(document));
        }
        if (hasKey(document, "workflows")) {
            return of(StreamFlowFormat.read(manner.file(), Optional.empty(), files)
                    .job());
        }
        if (WorkflowYaml.isWorkflow(document)) {
            return new ReadWorkflow(WorkflowYaml.read(document, source, manner.name()), Optional.empty());
        }
        if (WfFormatReader.isWorkflow(document)) {
            return new ReadWorkflow(WfFormatReader.read(document, source, manner.scale()), Optional.empty());
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

    private static ReadWorkflow cwl(Manner manner, TextFiles files, boolean isForRun) throws DocumentException {
        if (manner.inputs().isPresent()) {
            return of(CwlFormat.read(manner.file(), manner.inputs().get(), files));
        }
        return isForRun
                ? of(CwlFormat.readWithoutInputs(manner.file(), files))
                : new ReadWorkflow(CwlFormat.read(manner.file(), files), Optional.empty());
    }

    private static ReadWorkflow of(CwlJob job) {
        return new ReadWorkflow(job.workflow(), Optional.of(job));
    }
}
