package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import io.banyan.document.DocumentException;
import io.banyan.workflow.format.cwl.CwlFileValues.RemoteFileException;
import io.banyan.workflow.format.cwl.CwlPart.Named;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads inputs, outputs and fields. */
final class CwlParameterReader {
    private static final Set<String> FIELD_KEYS = Set.of(
            "name",
            "type",
            "label",
            "doc",
            "inputBinding",
            "outputBinding",
            "secondaryFiles",
            "format",
            "streamable",
            "loadContents",
            "loadListing");
    private static final List<String> INPUT_KEYS =
            List.of("id", "type", "label", "doc", "default", "inputBinding", "secondaryFiles", "format", "streamable");
    private static final List<String> INPUT_KEYS_V1_1 = List.of("loadContents", "loadListing");
    private static final List<String> OUTPUT_KEYS =
            List.of("id", "type", "label", "doc", "outputBinding", "secondaryFiles", "format", "streamable");

    private final CwlScope scope;

    CwlParameterReader(CwlScope scope) {
        this.scope = scope;
    }

    /** Returns the entries with their short names, each of which must occur once. */
    static List<Named> unique(CwlPart part, String what, String key) throws DocumentException {
        List<Named> entries = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Named entry : part.named(what, key)) {
            String id = CwlLocation.lastWord(entry.id());
            if (!ids.add(id)) {
                throw entry.part().error("'" + id + "' occurs twice in " + what);
            }
            entries.add(new Named(id, entry.part()));
        }
        return entries;
    }

    CwlParameter input(Named input) throws DocumentException {
        String what = "input '" + input.id() + "'";
        CwlPart part = input.part();
        if (!part.isMapping()) {
            return plain(input.id(), new CwlTypeReader(scope).type(part, what));
        }
        List<String> keys = new ArrayList<>(INPUT_KEYS);
        if (scope.version().has(CwlVersion.V1_1)) {
            keys.addAll(INPUT_KEYS_V1_1);
        }
        part.allow(what, keys);
        return new CwlParameter(
                input.id(),
                new CwlTypeReader(scope).type(part.required(what, "type"), what),
                new CwlFileRulesReader(scope).rules(part, what),
                value(part, "default"),
                CwlBindingReader.inputBinding(part, what),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns an output of a process that is no workflow. */
    CwlParameter output(Named output) throws DocumentException {
        String what = "output '" + output.id() + "'";
        CwlPart part = output.part();
        if (!part.isMapping()) {
            return plain(output.id(), new CwlTypeReader(scope).type(part, what));
        }
        part.allow(what, OUTPUT_KEYS);
        return new CwlParameter(
                output.id(),
                new CwlTypeReader(scope).type(part.required(what, "type"), what),
                new CwlFileRulesReader(scope).rules(part, what),
                Optional.empty(),
                Optional.empty(),
                CwlBindingReader.outputBinding(part, what),
                Optional.empty());
    }

    CwlParameter outputOfWorkflow(Named output, CwlLinkReader links) throws DocumentException {
        String what = "output '" + output.id() + "'";
        CwlPart part = output.part();
        if (!part.isMapping()) {
            return plain(output.id(), new CwlTypeReader(scope).type(part, what));
        }
        List<String> keys = new ArrayList<>(OUTPUT_KEYS);
        keys.addAll(List.of("outputSource", "linkMerge"));
        if (scope.version().has(CwlVersion.V1_2)) {
            keys.add("pickValue");
        }
        part.allow(what, keys);
        CwlType type = new CwlTypeReader(scope).type(part.required(what, "type"), what);
        return new CwlParameter(
                output.id(),
                type,
                new CwlFileRulesReader(scope).rules(part, what),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(links.link(part, what, "outputSource", Optional.of(type))));
    }

    static CwlParameter plain(String id, CwlType type) {
        return new CwlParameter(
                id, type, CwlFileRules.NONE, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static CwlParameter field(CwlScope scope, CwlTypeReader types, Named field) throws DocumentException {
        String id = CwlLocation.lastWord(field.id());
        String what = "field '" + id + "'";
        CwlPart part = field.part();
        boolean whole = part.isMapping() && !isType(part);
        if (!whole) {
            return plain(id, types.type(part, what));
        }
        part.allow(what, FIELD_KEYS);
        return new CwlParameter(
                id,
                types.type(part.required(what, "type"), what),
                new CwlFileRulesReader(scope).rules(part, what),
                Optional.empty(),
                CwlBindingReader.inputBinding(part, what),
                CwlBindingReader.outputBinding(part, what),
                Optional.empty());
    }

    /** Returns whether a mapping defines a type, rather than a field with a type. */
    private static boolean isType(CwlPart part) throws DocumentException {
        return part.get("items").isPresent()
                || part.get("fields").isPresent()
                || part.get("symbols").isPresent();
    }

    /** Returns a value of a document; its files are relative to the file that it stands in. */
    static Optional<JsonNode> value(CwlPart part, String key) throws DocumentException {
        Optional<CwlPart> value = part.get(key);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    CwlFileValues.located(value.get().json(), value.get().text().directory()));
        } catch (RemoteFileException e) {
            throw value.get().error("'" + key + "' cannot be used: " + e.getMessage());
        }
    }
}
