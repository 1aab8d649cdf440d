package io.banyan.workflow.format.cwl;

import io.banyan.document.DocumentException;
import java.util.HashMap;
import java.util.Map;

/**
 * The context in which a process is read.
 *
 * @param version the version of its document
 * @param namespaces the prefixes of its document
 * @param types the named types that it can refer to
 */
record CwlScope(CwlVersion version, Map<String, String> namespaces, Map<String, CwlPart> types) {
    /** Returns a scope with the types that a {@code SchemaDefRequirement} adds. */
    CwlScope with(CwlPart typesOfRequirement) throws DocumentException {
        Map<String, CwlPart> all = new HashMap<>(types);
        for (CwlPart type : typesOfRequirement.items()) {
            String name =
                    type.required("a type of SchemaDefRequirement", "name").word("'name' of a type");
            all.put(name(name), type);
        }
        return new CwlScope(version, namespaces, all);
    }

    /** Returns the name of a type without the file that defines it. */
    static String name(String reference) {
        return CwlLocation.fragment(reference).orElse(reference);
    }

    /** Returns a URI whose prefix is replaced by what it stands for. */
    String expanded(String uri) {
        int colon = uri.indexOf(':');
        if (colon < 0 || uri.startsWith("//", colon + 1)) {
            return uri;
        }
        String namespace = namespaces.get(uri.substring(0, colon));
        return namespace == null ? uri : namespace + uri.substring(colon + 1);
    }
}
