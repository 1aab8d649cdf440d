package io.banyan.workflow.format.tosca;

import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import io.banyan.workflow.format.cwl.TextFiles;
import java.io.IOException;
import java.nio.file.Path;

/** Reads templates of the TOSCA Simple Profile in YAML 1.3, as far as {@code ToscaTemplate} represents them. */
public final class ToscaFormat {
    private ToscaFormat() {}

    /**
     * Returns the template of a file.
     *
     * @throws DocumentException if the template is not valid, names a script that cannot be read, or has parts that are
     *     not supported
     */
    public static ToscaTemplate read(String file, TextFiles files) throws DocumentException {
        Source source = new Source(file, "TOSCA template");
        Path path = Path.of(file).toAbsolutePath().normalize();
        try {
            String text = files.read(path);
            return new ToscaReader(source, path, files).template(DocumentReader.read(text, source));
        } catch (IOException e) {
            throw source.error("cannot read the file: " + e.getMessage());
        }
    }
}
