package io.banyan.workflow.format.streamflow;

import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.workflow.format.cwl.CwlFormat;
import io.banyan.workflow.format.cwl.CwlJob;
import io.banyan.workflow.format.cwl.TextFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads StreamFlow files of version {@code v1.0} with the documents of CWL that they name. Deployments of type
 * {@code slurm}, {@code local} and {@code banyan} are used; others are refused.
 */
public final class StreamFlowFormat {
    private StreamFlowFormat() {}

    /**
     * Returns a workflow whose steps are bound to services.
     *
     * @param file the StreamFlow file
     * @param workflow the name of the workflow; empty for the only one
     * @throws DocumentException if a file is not valid, a binding names no step, or a service has less
     *     than a step needs
     */
    public static StreamFlowJob read(String file, Optional<String> workflow, TextFiles files) throws DocumentException {
        Source source = new Source(file, "StreamFlow file");
        StreamFlowReader reader = new StreamFlowReader(source, DocumentReader.read(text(file, source, files), source));
        Fields fields = reader.workflow(workflow);
        ServiceOverlay overlay = new ServiceOverlay(reader.bindings(fields));
        Fields config = Fields.of(
                source, "'config' of the workflow", fields.required("config"), List.of("file", "settings", "docker"));
        CwlJob job = CwlFormat.read(
                beside(file, config.text("file")),
                config.optionalText("settings").map(settings -> beside(file, settings)),
                files,
                overlay);
        overlay.checkAllUsed();
        return new StreamFlowJob(job, overlay.services());
    }

    private static String beside(String file, String reference) {
        return Path.of(file).resolveSibling(reference).normalize().toString();
    }

    private static String text(String file, Source source, TextFiles files) throws DocumentException {
        try {
            return files.read(Path.of(file).toAbsolutePath().normalize());
        } catch (IOException e) {
            throw source.error("cannot read the file: " + e.getMessage());
        }
    }
}
