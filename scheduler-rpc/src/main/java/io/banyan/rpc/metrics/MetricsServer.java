package io.banyan.rpc.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.banyan.rpc.transport.Address;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code GET /metrics} and nothing else, by HTTP without a password: the metrics name no user and no job, and
 * are meant for this machine or a closed network. Each reader has a thread that costs little, and few connections are
 * open at a time; one that is slow is cut off after two seconds.
 */
public final class MetricsServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsServer.class);
    private static final String PATH = "/metrics";
    private static final int WAITING = 16;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int FAILED = 500;

    static {
        // The JDK's server knows its limits by system properties only, which it reads when the first one is made.
        limit("sun.net.httpserver.maxReqTime", "2");
        limit("sun.net.httpserver.maxRspTime", "10");
        limit("sun.net.httpserver.maxReqHeaders", "50");
        limit("sun.net.httpserver.maxReqHeaderSize", "16384");
        limit("jdk.httpserver.maxConnections", "64");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("banyan-metrics").factory());
    private final PrometheusRegistry registry;
    private final PrometheusTextFormatWriter writer =
            PrometheusTextFormatWriter.builder().build();

    private MetricsServer(HttpServer server, PrometheusRegistry registry) {
        this.server = server;
        this.registry = registry;
    }

    private static void limit(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /**
     * A server that serves already.
     *
     * @throws IOException with one sentence, if it cannot listen there
     */
    public static MetricsServer open(Address address, PrometheusRegistry registry) throws IOException {
        InetSocketAddress socket = address.resolve();
        if (socket.isUnresolved()) {
            throw new IOException("There is no host '" + address.host() + "' to serve metrics on.");
        }
        HttpServer http;
        try {
            http = HttpServer.create(socket, WAITING);
        } catch (IOException e) {
            throw new IOException("Metrics cannot be served on " + address + ": " + e.getMessage() + ".", e);
        }
        if (!address.isLoopback()) {
            LOG.warn("Anyone who can reach {} can read the metrics of this daemon", address);
        }
        var metrics = new MetricsServer(http, registry);
        http.createContext("/", metrics::serve);
        http.setExecutor(metrics.threads);
        http.start();
        return metrics;
    }

    /** Where it listens. */
    public Address address() {
        InetSocketAddress bound = server.getAddress();
        return new Address(bound.getAddress().getHostAddress(), bound.getPort());
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                say(exchange, NOT_FOUND, "Only " + PATH + " exists here.\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                say(exchange, NOT_ALLOWED, "Use the method GET.\n");
            } else {
                show(exchange);
            }
        }
    }

    private void show(HttpExchange exchange) throws IOException {
        var text = new ByteArrayOutputStream();
        try {
            writer.write(text, registry.scrape(), EscapingScheme.DEFAULT);
        } catch (RuntimeException e) {
            LOG.error("The metrics cannot be written", e);
            say(exchange, FAILED, "The metrics cannot be written; see the daemon's log.\n");
            return;
        }
        send(exchange, OK, PrometheusTextFormatWriter.CONTENT_TYPE, text.toByteArray());
    }

    private static void say(HttpExchange exchange, int status, String sentence) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", sentence.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
