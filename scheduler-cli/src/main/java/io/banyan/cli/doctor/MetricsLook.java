package io.banyan.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Reads the metrics of a daemon at an address. */
final class MetricsLook {
    private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(2).toMillis();
    private static final int MOST_BYTES = 1 << 20;
    private static final String PROCESS = "banyan_process_id ";

    private MetricsLook() {}

    /**
     * Whether they are those of this process.
     *
     * @throws IOException if there is no answer in time, or none by HTTP
     */
    static boolean isOf(InetSocketAddress place, long pid) throws IOException {
        String host = place.getAddress().getHostAddress();
        URI metrics = URI.create(
                "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + place.getPort() + "/metrics");
        if (!(metrics.toURL().openConnection() instanceof HttpURLConnection connection)) {
            return false;
        }
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        connection.setInstanceFollowRedirects(false);
        try (InputStream text = connection.getInputStream()) {
            return new String(text.readNBytes(MOST_BYTES), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(PROCESS))
                    .anyMatch(line -> isNumber(line.substring(PROCESS.length()), pid));
        } finally {
            connection.disconnect();
        }
    }

    private static boolean isNumber(String word, long number) {
        try {
            return (long) Double.parseDouble(word) == number;
        } catch (NumberFormatException other) {
            return false;
        }
    }
}
