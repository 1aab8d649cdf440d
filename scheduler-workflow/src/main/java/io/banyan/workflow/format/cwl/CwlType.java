package io.banyan.workflow.format.cwl;

import java.util.List;
import java.util.Optional;

/** A type of a parameter. */
public sealed interface CwlType {
    /** A type without parts. */
    enum Plain implements CwlType {
        NULL("null"),
        BOOLEAN("boolean"),
        INT("int"),
        LONG("long"),
        FLOAT("float"),
        DOUBLE("double"),
        STRING("string"),
        FILE("File"),
        DIRECTORY("Directory"),
        ANY("Any");

        private final String word;

        Plain(String word) {
            this.word = word;
        }

        @Override
        public String word() {
            return word;
        }
    }

    /** Returns the type as a document could write it. */
    String word();

    /** A list of values of one type. */
    record ListOf(CwlType items, Optional<CwlBinding> binding) implements CwlType {
        @Override
        public String word() {
            return items.word() + "[]";
        }
    }

    /** One of some words. */
    record Choice(String name, List<String> symbols, Optional<CwlBinding> binding) implements CwlType {
        /** Copies the list. */
        public Choice {
            symbols = List.copyOf(symbols);
        }

        @Override
        public String word() {
            return "enum (" + String.join(", ", symbols) + ")";
        }
    }

    /** An object with fields. */
    record Structure(String name, List<CwlParameter> fields, Optional<CwlBinding> binding) implements CwlType {
        /** Copies the list. */
        public Structure {
            fields = List.copyOf(fields);
        }

        @Override
        public String word() {
            return "record ("
                    + String.join(", ", fields.stream().map(CwlParameter::id).toList()) + ")";
        }
    }

    /** A value of any of some types, of which the first that fits counts. */
    record OneOf(List<CwlType> types) implements CwlType {
        /** Copies the list. */
        public OneOf {
            types = List.copyOf(types);
        }

        @Override
        public String word() {
            return String.join(" or ", types.stream().map(CwlType::word).toList());
        }
    }

    /** Returns whether the value can be absent. */
    default boolean isOptional() {
        return switch (this) {
            case Plain plain -> plain == Plain.NULL;
            case OneOf one -> one.types().stream().anyMatch(CwlType::isOptional);
            case ListOf list -> false;
            case Choice choice -> false;
            case Structure structure -> false;
        };
    }
}
