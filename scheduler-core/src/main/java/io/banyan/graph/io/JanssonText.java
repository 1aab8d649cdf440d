package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SegmentedStringWriter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/** JSON in one line, with a blank after each comma and colon, as jansson writes it by default. */
final class JanssonText {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final OneLine ONE_LINE = new OneLine();

    private JanssonText() {}

    /** Writes a part of a document. */
    interface Part {
        void write(JsonGenerator json) throws IOException;
    }

    /** Writes a document; the writer stays open. */
    static void write(Writer out, Part document) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.setPrettyPrinter(ONE_LINE);
            document.write(json);
        }
    }

    static String of(Part document) {
        // It gathers the text in buffers that this thread uses again for the next document.
        try (var text = new SegmentedStringWriter(FACTORY._getBufferRecycler())) {
            write(text, document);
            return text.getAndClear();
        } catch (IOException e) {
            throw new UncheckedIOException("A string cannot be written to.", e);
        }
    }

    /** Keeps no state between documents. */
    private static final class OneLine extends MinimalPrettyPrinter {
        private static final long serialVersionUID = 1L;

        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator json) throws IOException {
            json.writeRaw(": ");
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
            json.writeRaw(", ");
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
            json.writeRaw(", ");
        }
    }
}
