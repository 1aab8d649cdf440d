package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlFormat;
import io.banyan.workflow.format.cwl.CwlInputs;
import io.banyan.workflow.format.cwl.CwlProcess;
import io.banyan.workflow.format.cwl.CwlRequirements;
import java.io.IOException;
import java.nio.file.Path;

/** Processes and values for tests, from texts. */
final class CwlTexts {
    static final Path DIRECTORY = Path.of("/cwl");

    private CwlTexts() {}

    static CwlProcess process(String text) throws DocumentException {
        return CwlFormat.parse("cwlVersion: v1.2\n" + text, DIRECTORY.resolve("main.cwl"), path -> {
            throw new IOException("there is no such file");
        });
    }

    static ObjectNode object(String text) throws DocumentException {
        return (ObjectNode) JsonValues.of(DocumentReader.read(text, new Source("values", "object")));
    }

    static CwlInputs inputs(String text) throws DocumentException {
        return new CwlInputs(object(text), CwlRequirements.NONE);
    }

    static CwlTask task(CwlProcess process, String inputs) throws DocumentException {
        return new CwlTask("main", process, process.requirements(), object(inputs));
    }
}
