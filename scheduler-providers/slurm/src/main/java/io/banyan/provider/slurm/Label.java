package io.banyan.provider.slurm;

import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionRequest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The comment of a pilot: its owner and its request. The values are encoded as in a URL, so that no text of a user has
 * a meaning to Slurm.
 *
 * @param owner as the provider's context has it
 * @param provider its name there
 * @param user the user of the request; empty if unknown
 * @param job that user's job; empty if unknown
 */
record Label(String owner, String provider, String request, String user, String job) {
    /** Slurm takes 1024, and sites put their own words behind. */
    private static final int LONGEST = 900;

    private static final int LONGEST_NAME = 40;
    private static final int DIGEST_DIGITS = 16;
    private static final List<String> KEYS =
            List.of("banyan-owner", "banyan-provider", "banyan-request", "banyan-user", "banyan-job");

    static Label of(ProviderContext context, ProvisionRequest request) {
        return new Label(
                context.owner(),
                context.name(),
                request.requestId(),
                request.asker().user(),
                request.asker().job());
    }

    /** The text of the comment. */
    String text() throws Unmet {
        List<String> values = List.of(owner, provider, request, user, job);
        var text = new StringBuilder();
        for (int i = 0; i < KEYS.size(); i++) {
            text.append(i == 0 ? "" : " ")
                    .append(KEYS.get(i))
                    .append('=')
                    .append(URLEncoder.encode(values.get(i), StandardCharsets.UTF_8));
        }
        if (text.length() > LONGEST) {
            throw new Unmet("the id of the request and the names that go with it are too long for a job's comment");
        }
        return text.toString();
    }

    /** Reads a comment; empty if the provider did not write it. */
    static Optional<Label> parse(String comment) {
        Map<String, String> values = new HashMap<>();
        for (String word : comment.split(" ", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0 && KEYS.contains(word.substring(0, equals))) {
                try {
                    values.put(
                            word.substring(0, equals),
                            URLDecoder.decode(word.substring(equals + 1), StandardCharsets.UTF_8));
                } catch (IllegalArgumentException somebodyElseWroteIt) {
                    return Optional.empty();
                }
            }
        }
        boolean isWhole = values.keySet().containsAll(KEYS)
                && !values.getOrDefault(KEYS.get(2), "").isBlank();
        return isWhole
                ? Optional.of(new Label(
                        values.getOrDefault(KEYS.get(0), ""),
                        values.getOrDefault(KEYS.get(1), ""),
                        values.getOrDefault(KEYS.get(2), ""),
                        values.getOrDefault(KEYS.get(3), ""),
                        values.getOrDefault(KEYS.get(4), "")))
                : Optional.empty();
    }

    boolean isOf(ProviderContext context) {
        return owner.equals(context.owner()) && provider.equals(context.name());
    }

    /** The name that all pilots of a provider have, by which Slurm finds them among its jobs. */
    static String jobName(ProviderContext context) {
        String readable = context.name().replaceAll("[^A-Za-z0-9_-]", "-");
        return "banyan-" + readable.substring(0, Math.min(LONGEST_NAME, readable.length())) + "-"
                + digest(context.owner() + "/" + context.name());
    }

    static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGEST_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
