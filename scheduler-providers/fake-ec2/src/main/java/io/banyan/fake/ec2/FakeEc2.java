package io.banyan.fake.ec2;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An EC2 endpoint on loopback: the query protocol with RunInstances, CreateFleet (instant), DescribeInstances,
 * DescribeInstanceTypes and TerminateInstances, with tags, filters, pages and client tokens. It launches nothing and
 * believes every signature. Faults are scripted call by call; purchases are counted.
 *
 * <p>Any thread may call; calls over the wire are served one after the other, but for the time that launching takes.
 */
public final class FakeEc2 implements AutoCloseable {
    /** The zones of the fake's only region. */
    public static final List<String> ZONES = List.of("us-east-1a", "us-east-1b", "us-east-1c");

    private static final Logger LOG = LoggerFactory.getLogger(FakeEc2.class);
    private static final int MOST_BYTES = 4 << 20;
    private static final Pattern ACCESS_KEY = Pattern.compile("Credential=([^/]+)/");
    private static final int OK = 200;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final FakeRegion region;
    private final Map<String, Deque<Ec2Fault>> faults = new HashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Set<String> callers = new ConcurrentSkipListSet<>();
    private final LongAdder servedNanos = new LongAdder();
    private volatile Duration launchTime = Duration.ZERO;

    private FakeEc2(HttpServer server, FakeRegion region) {
        this.server = server;
        this.region = region;
    }

    /** An endpoint with these types in {@link #ZONES}, at any free port. */
    public static FakeEc2 start(List<FakeType> types) throws IOException {
        return start(types, ZONES);
    }

    /** Starts an endpoint with the given zones. */
    public static FakeEc2 start(List<FakeType> types, List<String> zones) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var fake = new FakeEc2(server, new FakeRegion(types, zones));
        server.createContext("/", fake::serve);
        server.setExecutor(fake.threads);
        server.start();
        return fake;
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The access keys with which calls were signed; no caller is refused. */
    public Set<String> callers() {
        return Set.copyOf(callers);
    }

    /** How long each launch takes, of one instance or of many. */
    public void launchesTake(Duration time) {
        launchTime = time;
    }

    /** The next calls of this action meet these faults, one each. */
    public void fault(String action, Ec2Fault... next) {
        synchronized (region) {
            faults.computeIfAbsent(action, it -> new ArrayDeque<>()).addAll(List.of(next));
        }
    }

    /** No more than so many of a type are to be had in a zone ({@code *} for all) from now on. */
    public void limit(String type, String zone, int most) {
        synchronized (region) {
            region.limit(type, zone, most);
        }
    }

    /** New instances are not listed in the first so many looks at instances. */
    public void hideNew(int looks) {
        synchronized (region) {
            region.hideNew(looks);
        }
    }

    /** Takes a spot instance away. */
    public void interrupt(String id) {
        synchronized (region) {
            region.end(id, "terminated");
        }
    }

    /** Every instance that there ever was. */
    public List<FakeInstance> instances() {
        synchronized (region) {
            return region.instances();
        }
    }

    /** The ids of those that cost money. */
    public Set<String> alive() {
        Set<String> ids = new TreeSet<>();
        instances().stream().filter(FakeInstance::isAlive).map(FakeInstance::id).forEach(ids::add);
        return ids;
    }

    /** The actions that were called, in order. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** How long all calls together have been here, from their arrival until their answer was sent. */
    public Duration served() {
        return Duration.ofNanos(servedNanos.sum());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        long begin = System.nanoTime();
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES);
            Form form = Form.parse(new String(body, StandardCharsets.UTF_8));
            String action = form.text("Action").orElse("");
            calls.add(action);
            Matcher key = ACCESS_KEY.matcher(
                    String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            if (key.find()) {
                callers.add(key.group(1));
            }
            answer(exchange, action, form);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("A call of the fake EC2 failed", e);
            throw e;
        } finally {
            servedNanos.add(System.nanoTime() - begin);
        }
    }

    private void answer(HttpExchange exchange, String action, Form form) throws IOException, InterruptedException {
        Ec2Fault fault = faultOf(action);
        switch (fault) {
            case null -> send(exchange, perform(action, form, Integer.MAX_VALUE));
            case Ec2Fault.Refusal no -> send(exchange, Answer.error(no.status(), no.code(), no.message()));
            case Ec2Fault.Fewer(int instances) -> send(exchange, perform(action, form, instances));
            case Ec2Fault.Delay(Duration time) -> {
                Answer late = perform(action, form, Integer.MAX_VALUE);
                Thread.sleep(time);
                send(exchange, late);
            }
            case Ec2Fault.Malformed(String body) -> {
                Answer done = perform(action, form, Integer.MAX_VALUE);
                send(exchange, new Answer(done.status(), body));
            }
            case Ec2Fault.LostAnswer lost -> {
                // Without a status line the client sees the connection break.
                var unheard = perform(action, form, Integer.MAX_VALUE);
                LOG.debug("Nobody hears the answer {}", unheard.status());
            }
        }
    }

    private @Nullable Ec2Fault faultOf(String action) {
        synchronized (region) {
            Deque<Ec2Fault> waiting = faults.get(action);
            return waiting == null ? null : waiting.poll();
        }
    }

    private Answer perform(String action, Form form, int most) throws InterruptedException {
        try {
            return new Answer(OK, done(action, form, most));
        } catch (Form.Refused e) {
            return Answer.error(e.status(), e.code(), String.valueOf(e.getMessage()));
        }
    }

    /** The status and the body of a response. */
    private record Answer(int status, String body) {
        static Answer error(int status, String code, String message) {
            return new Answer(status, Answers.error(code, message));
        }
    }

    private String done(String action, Form form, int most) throws InterruptedException {
        if (action.equals("RunInstances") || action.equals("CreateFleet")) {
            Thread.sleep(launchTime);
        }
        synchronized (region) {
            return switch (action) {
                case "RunInstances" ->
                    Answers.reservation(region.run(form, most).instances());
                case "CreateFleet" -> Answers.fleet(region.fleet(form, most));
                case "DescribeInstances" -> Answers.instances(Answers.Page.of(region.describe(form), form));
                case "DescribeInstanceTypes" -> Answers.types(Answers.Page.of(asked(form), form));
                case "TerminateInstances" -> Answers.terminated(region.terminate(form.list("InstanceId")));
                default -> throw new Form.Refused(400, "InvalidAction", "The action " + action + " is not valid here.");
            };
        }
    }

    private List<FakeType> asked(Form form) {
        List<String> names = form.list("InstanceType");
        return region.types().stream()
                .filter(type -> names.isEmpty() || names.contains(type.name()))
                .toList();
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/xml;charset=UTF-8");
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
