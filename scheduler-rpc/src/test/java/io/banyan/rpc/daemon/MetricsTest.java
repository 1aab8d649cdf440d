package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.policy.MatchOperation;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.metrics.DaemonMetrics;
import io.banyan.rpc.transport.Address;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a Prometheus server reads of a daemon. */
class MetricsTest {
    private static final Pattern FAMILY = Pattern.compile("(?m)^# HELP (\\S+) (.*)$");
    private static final Pattern LABEL = Pattern.compile("([a-z]+)=\"");

    @TempDir
    private Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private Address address;

    @BeforeEach
    void findAPort() throws Exception {
        try (var socket = new ServerSocket(0)) {
            address = new Address("127.0.0.1", socket.getLocalPort());
        }
    }

    private Daemon start() throws DaemonException {
        return Daemon.start(DaemonConfig.of(
                        new StateDirectory(directory.resolve("state")),
                        "top",
                        GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                .metrics(Optional.of(address))
                .build());
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://" + address + path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static Jobspec nodes(int count) throws Exception {
        return nodes(count, "{\"command\": [\"app\"], \"slot\": \"task\", \"count\": {\"per_slot\": 1}}");
    }

    private static Jobspec nodes(int count, String tasks) throws Exception {
        return JobspecReader.read("""
                {"version": 1, "resources": [{"type": "slot", "count": 1, "label": "task",
                  "with": [{"type": "node", "count": %d, "exclusive": true}]}],
                 "tasks": [%s],
                 "attributes": {"system": {"duration": 3600}}}
                """.formatted(count, tasks), "nodes");
    }

    private String afterSomeWork() throws Exception {
        try (BanyanClient client =
                BanyanClient.ofStateDirectory(new StateDirectory(directory.resolve("state")).path())) {
            var format = io.banyan.graph.io.MatchFormat.SIMPLE;
            client.match(new JobRequest.Match(nodes(1), MatchOperation.ALLOCATE, format, "a"));
            client.match(new JobRequest.Match(nodes(100), MatchOperation.ALLOCATE_WITH_SATISFIABILITY, format, "b"));
            client.grow(new Request.Grow("g1", Optional.of(new io.banyan.resource.JobId(1)), nodes(1), 1_000));
            client.grow(new Request.Grow("g2", Optional.of(new io.banyan.resource.JobId(1)), nodes(100), 1_000));
            client.queueing().submit(new JobRequest.Submit(nodes(8, ""), "waits", 16));
        }
        return send("GET", "/metrics").body();
    }

    @Test
    void showsWhatHappenedAndWhatThereIs() throws Exception {
        try (Daemon daemon = start()) {
            String page = afterSomeWork();
            assertThat(page)
                    .contains("banyan_up 1.0\n")
                    .contains("banyan_match_seconds_count{operation=\"allocate\",outcome=\"allocated\"} 1\n")
                    .contains("outcome=\"unsatisfiable\"} 1\n")
                    .contains("banyan_grows_total{outcome=\"granted\",source=\"own\"} 1.0\n")
                    .contains("banyan_grows_total{outcome=\"refused\",source=\"none\"} 1.0\n")
                    .contains("banyan_requests_total{method=\"banyan.v1.Scheduler/Match\",status=\"OK\"} 2.0\n")
                    .contains("banyan_request_seconds_count{method=\"banyan.v1.Scheduler/Grow\"} 2\n")
                    .contains("banyan_jobs{state=\"running\"} 1.0\n")
                    .contains("banyan_resources{type=\"node\"} 8.0\n")
                    .contains("banyan_resources_allocated{type=\"node\"} 2.0\n")
                    .contains("banyan_children{state=\"live\"} 0.0\n")
                    .contains("banyan_mailbox_capacity 4096.0\n")
                    .contains("banyan_mailbox_refused_total 0.0\n")
                    .contains("banyan_queue_length 0.0\n")
                    .containsPattern("banyan_journal_sync_seconds_count [1-9]")
                    .contains("banyan_queue_pass_seconds_count 1\n")
                    .containsPattern("banyan_journal_bytes [1-9]")
                    .containsPattern("process_open_fds [1-9]");
            assertThat(daemon.isOver()).isFalse();
        }
    }

    private static String onOneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    @Test
    void everyMetricStandsInTheDocumentAndNoOther() throws Exception {
        try (Daemon daemon = start()) {
            Matcher families = FAMILY.matcher(afterSomeWork());
            StringBuilder list = new StringBuilder();
            while (families.find()) {
                list.append("* `")
                        .append(families.group(1))
                        .append("`: ")
                        .append(families.group(2))
                        .append('\n');
            }
            Path fresh = Files.writeString(Path.of("target", "metrics-list.md"), list);
            String page = Files.readString(Path.of("..", "docs", "admin", "operations.md"));
            assertThat(onOneLine(page))
                    .as("docs/admin/operations.md has the list of " + fresh + ", its lines broken anywhere")
                    .contains(onOneLine(list.toString()));
            assertThat(daemon.isOver()).isFalse();
        }
    }

    @Test
    void labelsAreFewAndNameNoJob() throws Exception {
        try (Daemon daemon = start()) {
            Matcher labels = LABEL.matcher(afterSomeWork());
            while (labels.find()) {
                assertThat(labels.group(1))
                        .isIn("method", "status", "operation", "outcome", "source", "type", "state", "le");
            }
            assertThat(daemon.isOver()).isFalse();
        }
    }

    @Test
    void whoAsksHalfKeepsNobodyWaiting() throws Exception {
        try (Daemon daemon = start()) {
            List<Socket> slow = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                var socket = new Socket(address.host(), address.port());
                socket.getOutputStream().write("GET /metr".getBytes(StandardCharsets.US_ASCII));
                slow.add(socket);
            }
            HttpRequest all = HttpRequest.newBuilder(URI.create("http://" + address + "/metrics"))
                    .timeout(Duration.ofMillis(1_500))
                    .build();
            assertThat(http.send(all, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            for (Socket each : slow) {
                each.close();
            }
            assertThat(daemon.metrics()).contains(address);
        }
    }

    @Test
    void answersNothingElse() throws Exception {
        try (Daemon daemon = start()) {
            assertThat(send("POST", "/metrics").statusCode()).isEqualTo(405);
            assertThat(send("GET", "/").statusCode()).isEqualTo(404);
            assertThat(send("GET", "/metrics/x").statusCode()).isEqualTo(404);
            assertThat(daemon.isOver()).isFalse();
        }
    }

    @Test
    void aPortThatIsTakenIsOneSentenceAndNothingIsLeftBehind() throws Exception {
        try (var socket = new ServerSocket(address.port(), 1, java.net.InetAddress.getLoopbackAddress())) {
            assertThat(socket.isBound()).isTrue();
            org.assertj.core.api.Assertions.assertThatThrownBy(this::start)
                    .isInstanceOf(DaemonException.class)
                    .hasMessageStartingWith("Metrics cannot be served on " + address + ": ");
        }
    }

    /** A count is two look-ups and three additions; a bound that is far above that on any machine. */
    @Test
    void aCountCostsLittleAndAllocatesLittle() throws Exception {
        var metrics = new DaemonMetrics(new PrometheusRegistry());
        var answer = new Answer.Refused(
                true,
                List.of(new io.banyan.instance.message.value.LevelReasons(
                        "/", "local", List.of(io.banyan.match.Reason.said("no")))));
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int rounds = 200_000;
        for (int i = 0; i < rounds; i++) {
            metrics.matched(MatchOperation.ALLOCATE, answer, 1_000);
            metrics.grown(GrowRoute.LOCAL);
        }
        long cpu = threads.getCurrentThreadCpuTime();
        long bytes = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < rounds; i++) {
            metrics.matched(MatchOperation.ALLOCATE, answer, 1_000);
            metrics.grown(GrowRoute.LOCAL);
        }
        assertThat((threads.getCurrentThreadCpuTime() - cpu) / rounds).as("ns").isLessThan(4_000);
        assertThat((threads.getCurrentThreadAllocatedBytes() - bytes) / rounds)
                .as("bytes")
                .isLessThan(1_000);
    }
}
