package io.banyan.provider.ec2;

import io.banyan.provider.Price;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The on-demand prices of instance types: a text of lines {@code TYPE,DOLLARS}, of which the first may be a heading.
 * EC2 itself does not report prices; AWS publishes lists.
 *
 * @param byType the price of each type
 */
record PriceList(Map<String, Price> byType) {
    static final PriceList EMPTY = new PriceList(Map.of());

    private static final long MOST_BYTES = 8 << 20;

    PriceList {
        byType = Map.copyOf(byType);
    }

    static PriceList read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no file " + file);
        }
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + " is longer than " + MOST_BYTES + " bytes");
        }
        List<String> lines = Files.readAllLines(file);
        Map<String, Price> prices = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String[] parts = lines.get(i).split(",", -1);
            boolean isHeading = i == 0 && parts.length > 1 && !parts[1].matches("\\s*[0-9.]+\\s*");
            if (!lines.get(i).isBlank() && !isHeading) {
                prices.put(parts[0].strip(), price(file, i + 1, parts));
            }
        }
        return new PriceList(prices);
    }

    private static Price price(Path file, int line, String[] parts) throws IOException {
        try {
            return Price.parse(parts.length > 1 ? parts[1] : "");
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ":" + line + ": " + e.getMessage(), e);
        }
    }

    Optional<Price> of(String type) {
        return Optional.ofNullable(byType.get(type));
    }
}
