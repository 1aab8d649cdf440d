package io.banyan.document;

import java.util.List;
import java.util.Map;

/** A parsed YAML or JSON text with the position of each part, for the grammar, which reads both notations. */
public sealed interface Document {
    /** Where this part begins in its text. */
    Position at();

    /** Describes this part in the words of an error message. */
    String describe();

    /** A line and a column, both from 1. */
    record Position(int line, int column) {
        @Override
        public String toString() {
            return line + ":" + column;
        }
    }

    /** The type of a scalar as its notation says it. */
    enum Kind {
        TEXT,
        INTEGER,
        DECIMAL,
        BOOLEAN,
        NULL
    }

    /** A mapping; its entries in the order of the text, its keys unique. */
    record Mapping(Position at, Map<String, Entry> entries) implements Document {
        @Override
        public String describe() {
            return "a mapping";
        }
    }

    /** A key of a mapping with its own position, and its value. */
    record Entry(Position at, Document value) {}

    /** A list. */
    record Sequence(Position at, List<Document> items) implements Document {
        @Override
        public String describe() {
            return "a list";
        }
    }

    /** A scalar, its text without quotes. */
    record Scalar(Position at, String text, Kind kind) implements Document {
        private static final int SHOWN = 40;

        @Override
        public String describe() {
            if (kind == Kind.NULL) {
                return "nothing";
            }
            return text.length() <= SHOWN ? "'" + text + "'" : "'" + text.substring(0, SHOWN) + "...'";
        }
    }
}
