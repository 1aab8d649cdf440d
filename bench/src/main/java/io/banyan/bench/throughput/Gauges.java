package io.banyan.bench.throughput;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a daemon's metrics. */
final class Gauges implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern ADDRESS = Pattern.compile("metrics on (\\S+)");
    private static final Pattern BUCKET =
            Pattern.compile("banyan_queue_pass_seconds_bucket\\{le=\"([^\"]+)\"\\} (\\S+)");
    private static final Pattern PENDING = Pattern.compile("banyan_jobs\\{state=\"(?:pending|reserved)\"\\} (\\S+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI metrics;

    /**
     * At a moment.
     *
     * @param pending how many jobs waited
     * @param passes all until then
     */
    record Look(double pending, PassTimes passes) {}

    /** Creates a reader of the metrics of a daemon, which prints their address when it starts. */
    Gauges(String output) {
        Matcher said = ADDRESS.matcher(output);
        if (!said.find()) {
            throw new IllegalStateException("The daemon does not say where its metrics are: " + output);
        }
        metrics = URI.create("http://" + said.group(1) + "/metrics");
    }

    Look look() throws IOException, InterruptedException {
        String text = client.send(
                        HttpRequest.newBuilder(metrics).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        var upTo = new TreeMap<Double, Double>();
        BUCKET.matcher(text).results().forEach(it -> upTo.put(bound(it.group(1)), Double.parseDouble(it.group(2))));
        double pending = PENDING.matcher(text)
                .results()
                .mapToDouble(it -> Double.parseDouble(it.group(1)))
                .sum();
        return new Look(pending, new PassTimes(upTo));
    }

    private static double bound(String text) {
        return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    @Override
    public void close() {
        client.close();
    }
}
