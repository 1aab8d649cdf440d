package io.banyan.workflow.format.cwl;

import io.banyan.document.DocumentException;
import io.banyan.document.Nearest;
import io.banyan.workflow.format.cwl.CwlPart.Named;
import io.banyan.workflow.format.cwl.CwlType.Choice;
import io.banyan.workflow.format.cwl.CwlType.ListOf;
import io.banyan.workflow.format.cwl.CwlType.OneOf;
import io.banyan.workflow.format.cwl.CwlType.Plain;
import io.banyan.workflow.format.cwl.CwlType.Structure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads types: names, lists of types, and the definitions of arrays, records and enumerations. */
final class CwlTypeReader {
    private static final int MAX_DEPTH = 50;
    private static final Set<String> ARRAY_KEYS = Set.of("type", "items", "label", "doc", "name", "inputBinding");
    private static final Set<String> RECORD_KEYS = Set.of("type", "fields", "label", "doc", "name", "inputBinding");
    private static final Set<String> ENUM_KEYS = Set.of("type", "symbols", "label", "doc", "name", "inputBinding");

    private final CwlScope scope;
    private final int depth;

    /** Whether the types are part of a named type, which can be read many times. */
    private final boolean named;

    CwlTypeReader(CwlScope scope) {
        this(scope, 0, false);
    }

    private CwlTypeReader(CwlScope scope, int depth, boolean named) {
        this.scope = scope;
        this.depth = depth;
        this.named = named;
    }

    private CwlTypeReader deeper(CwlPart part) throws DocumentException {
        if (depth >= MAX_DEPTH) {
            throw part.error("types are nested more than " + MAX_DEPTH + " levels deep");
        }
        if (named) {
            part.documents().repeat(part, 1);
        }
        return new CwlTypeReader(scope, depth + 1, named);
    }

    CwlType type(CwlPart part, String what) throws DocumentException {
        if (part.isText() || part.isNull()) {
            return named(part, part.isNull() ? "null" : part.word("type"), what);
        } else if (part.isList()) {
            List<CwlType> types = new ArrayList<>();
            for (CwlPart item : part.items()) {
                types.add(deeper(part).type(item, what));
            }
            if (types.isEmpty()) {
                throw part.error("'type' of " + what + " must have at least one type, found an empty list");
            }
            return types.size() == 1 ? types.getFirst() : new OneOf(types);
        } else if (part.isMapping()) {
            return defined(part, what);
        }
        throw part.wrong("'type' of " + what, "a type");
    }

    private CwlType named(CwlPart part, String name, String what) throws DocumentException {
        if (name.endsWith("?")) {
            return new OneOf(List.of(Plain.NULL, deeper(part).named(part, shorter(name, 1), what)));
        } else if (name.endsWith("[]")) {
            return new ListOf(deeper(part).named(part, shorter(name, 2), what), Optional.empty());
        }
        for (Plain plain : Plain.values()) {
            if (plain.word().equals(name)) {
                return plain;
            }
        }
        String known = CwlScope.name(name);
        CwlPart definition = scope.types().get(known);
        if (definition == null) {
            throw unknown(part, known, what);
        }
        return new CwlTypeReader(scope, depth, true).deeper(part).defined(definition, "type '" + known + "'");
    }

    private static String shorter(String name, int by) {
        return name.substring(0, name.length() - by);
    }

    private DocumentException unknown(CwlPart part, String name, String what) {
        Collection<String> known = new TreeSet<>(scope.types().keySet());
        Arrays.stream(Plain.values()).map(CwlType::word).forEach(known::add);
        String maybe = Nearest.of(name, known)
                .map(near -> "\nMaybe '" + near + "' is meant.")
                .orElse("");
        return part.error(
                "unknown type '" + name + "' of " + what + ", expected one of " + String.join(", ", known) + maybe);
    }

    private CwlType defined(CwlPart part, String what) throws DocumentException {
        CwlPart type = part.required("the type of " + what, "type");
        String kind = type.isText() ? type.word("type") : "";
        Optional<CwlBinding> binding = CwlBindingReader.inputBinding(part, what);
        return switch (kind) {
            case "array" -> {
                part.allow("the array type of " + what, ARRAY_KEYS);
                yield new ListOf(deeper(part).type(part.required("the array type of " + what, "items"), what), binding);
            }
            case "enum" -> {
                part.allow("the enum type of " + what, ENUM_KEYS);
                yield new Choice(nameOf(part), symbols(part, what), binding);
            }
            case "record" -> {
                part.allow("the record type of " + what, RECORD_KEYS);
                yield new Structure(nameOf(part), fields(part, what), binding);
            }
            default -> deeper(part).type(type, what);
        };
    }

    private static String nameOf(CwlPart part) throws DocumentException {
        return CwlScope.name(part.word("a type", "name").orElse(""));
    }

    private static List<String> symbols(CwlPart part, String what) throws DocumentException {
        part.required("the enum type of " + what, "symbols");
        List<String> symbols = new ArrayList<>();
        for (String symbol : part.words("the enum type of " + what, "symbols")) {
            symbols.add(symbol.contains("#") ? CwlLocation.lastWord(symbol) : symbol);
        }
        return symbols;
    }

    private List<CwlParameter> fields(CwlPart part, String what) throws DocumentException {
        List<CwlParameter> fields = new ArrayList<>();
        Optional<CwlPart> all = part.get("fields");
        if (all.isPresent()) {
            for (Named field : all.get().named("'fields' of " + what, "name")) {
                fields.add(CwlParameterReader.field(scope, deeper(part), field));
            }
        }
        return fields;
    }
}
