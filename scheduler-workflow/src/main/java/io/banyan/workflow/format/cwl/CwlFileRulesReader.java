package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.banyan.document.DocumentException;
import io.banyan.workflow.expression.Expressions;
import io.banyan.workflow.format.cwl.CwlFileRules.Listing;
import io.banyan.workflow.format.cwl.CwlFileRules.SecondaryFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the rules for the files of a parameter, which stand beside its type or in its binding. */
final class CwlFileRulesReader {
    private static final List<String> LISTINGS = Arrays.stream(Listing.values())
            .map(one -> one.name().toLowerCase(Locale.ROOT))
            .toList();

    private final CwlScope scope;

    CwlFileRulesReader(CwlScope scope) {
        this.scope = scope;
    }

    CwlFileRules rules(CwlPart part, String what) throws DocumentException {
        boolean contents = part.truth(what, "loadContents").orElse(false);
        Optional<Listing> listing = listing(part, what);
        for (String key : List.of("inputBinding", "outputBinding")) {
            Optional<CwlPart> binding = part.get(key);
            if (binding.isPresent()) {
                contents |= binding.get()
                        .truth("'" + key + "' of " + what, "loadContents")
                        .orElse(false);
                Optional<Listing> bound = listing(binding.get(), "'" + key + "' of " + what);
                listing = bound.isPresent() ? bound : listing;
            }
        }
        List<String> formats =
                part.words(what, "format").stream().map(scope::expanded).toList();
        return new CwlFileRules(secondaryFiles(part, what), formats, contents, listing);
    }

    static Optional<Listing> listing(CwlPart part, String what) throws DocumentException {
        return part.choice(what, "loadListing", LISTINGS).map(word -> Listing.valueOf(word.toUpperCase(Locale.ROOT)));
    }

    private List<SecondaryFile> secondaryFiles(CwlPart part, String what) throws DocumentException {
        List<SecondaryFile> files = new ArrayList<>();
        for (CwlPart item : part.items("secondaryFiles")) {
            files.add(secondaryFile(item, "'secondaryFiles' of " + what));
        }
        return files;
    }

    private SecondaryFile secondaryFile(CwlPart item, String what) throws DocumentException {
        if (!item.isMapping()) {
            String pattern = item.word(what);
            boolean optional =
                    scope.version().has(CwlVersion.V1_1) && pattern.endsWith("?") && !Expressions.isExpression(pattern);
            return optional
                    ? new SecondaryFile(pattern.substring(0, pattern.length() - 1), Optional.of(BooleanNode.FALSE))
                    : new SecondaryFile(pattern, Optional.empty());
        }
        if (!scope.version().has(CwlVersion.V1_1)) {
            throw item.error(what + " must be text in " + scope.version().word()
                    + ", found a mapping, which needs cwlVersion v1.1");
        }
        item.allow(what, Set.of("pattern", "required"));
        Optional<CwlPart> required = item.get("required");
        Optional<JsonNode> value = required.isEmpty()
                ? Optional.empty()
                : Optional.of(required.get().json());
        String pattern = item.required(what, "pattern").word("'pattern' of " + what);
        boolean optional = pattern.endsWith("?") && !Expressions.isExpression(pattern);
        return new SecondaryFile(
                optional ? pattern.substring(0, pattern.length() - 1) : pattern,
                optional ? Optional.of(BooleanNode.FALSE) : value);
    }
}
