package io.banyan.fake.ec2;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The parameters of a call of the query protocol: lists are numbered, as in {@code InstanceId.1}. */
record Form(Map<String, String> values) {

    static Form parse(String body) {
        Map<String, String> values = new TreeMap<>();
        for (String pair : body.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return new Form(values);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key));
    }

    String needed(String key) {
        return text(key)
                .orElseThrow(() ->
                        new Refused(400, "MissingParameter", "The request must contain the parameter " + key + "."));
    }

    int number(String key, int otherwise) {
        return text(key).map(Integer::parseInt).orElse(otherwise);
    }

    /** The values of a list. */
    List<String> list(String key) {
        List<String> found = new ArrayList<>();
        for (int i = 1; values.containsKey(key + "." + i); i++) {
            found.add(values.get(key + "." + i));
        }
        return found;
    }

    /** The members of a list of structures, each with the keys of its own. */
    List<Form> structures(String key) {
        List<Form> found = new ArrayList<>();
        for (Form next = below(key + ".1.");
                !next.values.isEmpty();
                next = below(key + "." + (found.size() + 1) + ".")) {
            found.add(next);
        }
        return found;
    }

    /** The parameters whose names begin like this, without the beginning. */
    private Form below(String prefix) {
        Map<String, String> inside = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                inside.put(key.substring(prefix.length()), value);
            }
        });
        return new Form(inside);
    }

    /** The tags that a call puts on instances. */
    Map<String, String> tags() {
        Map<String, String> tags = new TreeMap<>();
        for (Form specification : structures("TagSpecification")) {
            if (specification.text("ResourceType").orElse("").equals("instance")) {
                specification
                        .structures("Tag")
                        .forEach(tag ->
                                tags.put(tag.needed("Key"), tag.text("Value").orElse("")));
            }
        }
        return tags;
    }

    /** A call that EC2 would refuse. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int status;
        private final String code;

        Refused(int status, String code, String message) {
            super(message);
            this.status = status;
            this.code = code;
        }

        int status() {
            return status;
        }

        String code() {
            return code;
        }
    }
}
