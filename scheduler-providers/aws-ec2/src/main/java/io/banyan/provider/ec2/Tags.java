package io.banyan.provider.ec2;

import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.Tag;

/**
 * The tags that identify instances: their owner and their request. AWS permits few characters in a tag and at most 256
 * of them, and a request's id may have up to 1000 arbitrary ones. Other characters are written as {@code =} and two
 * hexadecimal digits a byte, and longer ids continue in further tags.
 */
final class Tags {
    static final String OWNER = "banyan:instance";
    static final String PROVIDER = "banyan:provider";
    static final String REQUEST = "banyan:request";
    static final String JOB = "banyan:job";
    static final String USER = "banyan:user";

    private static final int LONGEST = 256;
    private static final int MOST_PARTS = 12;
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-._:/@";

    private Tags() {}

    /** The tags of the resources that this provider launches, which name their owner. */
    static Map<String, String> of(ProviderContext context) {
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put(OWNER, first(context.owner()));
        tags.put(PROVIDER, first(context.name()));
        return tags;
    }

    /** All that an instance is given. */
    static Map<String, String> of(ProviderContext context, ProvisionRequest request) {
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put("Name", first("banyan " + context.name()));
        tags.putAll(of(context));
        String id = encoded(request.requestId());
        for (int part = 0; part * LONGEST < id.length() && part < MOST_PARTS; part++) {
            tags.put(key(part), id.substring(part * LONGEST, Math.min(id.length(), (part + 1) * LONGEST)));
        }
        tags.put(JOB, first(request.asker().job()));
        tags.put(USER, first(request.asker().user()));
        return tags;
    }

    private static String key(int part) {
        return part == 0 ? REQUEST : REQUEST + "." + part;
    }

    /** The first tag's value of a text; of those that are no longer, all of it. */
    static String first(String text) {
        String encoded = encoded(text);
        return encoded.substring(0, Math.min(LONGEST, encoded.length()));
    }

    /** The request that an instance was launched for; empty where its tags say none. */
    static Optional<String> request(Instance instance) {
        var encoded = new StringBuilder();
        for (int part = 0; part < MOST_PARTS; part++) {
            Optional<String> value = value(instance.tags(), key(part));
            if (value.isEmpty()) {
                break;
            }
            encoded.append(value.get());
        }
        return encoded.isEmpty() ? Optional.empty() : decoded(encoded.toString());
    }

    /** Returns the user for which an instance was launched; empty if its tags do not name one. */
    static String user(Instance instance) {
        return value(instance.tags(), USER).flatMap(Tags::decoded).orElse("");
    }

    private static Optional<String> value(List<Tag> tags, String key) {
        return tags.stream()
                .filter(tag -> tag.key().equals(key))
                .map(Tag::value)
                .findFirst();
    }

    private static String encoded(String text) {
        var encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (PLAIN.indexOf((char) b) >= 0) {
                encoded.append((char) b);
            } else {
                encoded.append(String.format("=%02x", b & 0xff));
            }
        }
        return encoded.toString();
    }

    /** Empty if another program has written it. */
    private static Optional<String> decoded(String encoded) {
        byte[] bytes = new byte[encoded.length()];
        int length = 0;
        try {
            for (int i = 0; i < encoded.length(); i++) {
                char c = encoded.charAt(i);
                if (c == '=') {
                    bytes[length++] = (byte) Integer.parseInt(encoded, i + 1, i + 3, 16);
                    i += 2;
                } else {
                    bytes[length++] = (byte) c;
                }
            }
        } catch (NumberFormatException | IndexOutOfBoundsException notOurs) {
            return Optional.empty();
        }
        return Optional.of(new String(bytes, 0, length, StandardCharsets.UTF_8));
    }
}
