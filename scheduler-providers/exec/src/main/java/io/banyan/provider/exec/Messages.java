package io.banyan.provider.exec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.provider.Estimate;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import io.banyan.provider.ProvisionRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The JSON messages that an executable reads and writes, except graphs. */
public final class Messages {
    /**
     * The reader of an executable's output, which is one object with each key once. A key that comes twice is refused.
     */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final int LONGEST_SHOWN = 200;

    private final int protocol;
    private final String owner;

    Messages(int protocol, String owner) {
        this.protocol = protocol;
        this.owner = owner;
    }

    byte[] provision(ProvisionRequest request) {
        ObjectNode input = begin().put("request_id", request.requestId())
                .put("timeout_ms", request.timeoutMillis())
                .put("max_vertices", request.maxVertices())
                .put("user", request.asker().user())
                .put("job", request.asker().job());
        input.set("jobspec", parsed(JobspecWriter.json(request.jobspec())));
        return bytes(input);
    }

    byte[] release(String requestId, List<Handle> handles) {
        ObjectNode input = begin().put("request_id", requestId);
        var list = input.putArray("handles");
        handles.forEach(handle -> list.addObject().put("path", handle.path()).put("value", handle.value()));
        return bytes(input);
    }

    byte[] estimate(Jobspec jobspec) {
        ObjectNode input = begin();
        input.set("jobspec", parsed(JobspecWriter.json(jobspec)));
        return bytes(input);
    }

    byte[] inventory() {
        return bytes(begin());
    }

    private ObjectNode begin() {
        return JSON.createObjectNode().put("protocol", protocol).put("owner", owner);
    }

    /**
     * {@code {"holdings": [{"request_id": R, "handle": H, "user": U, "price": DOLLARS, "usable": true}, ...]}}, of
     * which the last three may be left out.
     *
     * @throws IOException in one sentence, where it is something else
     */
    public static Inventory inventory(String output) throws IOException {
        List<Inventory.Holding> holdings = new ArrayList<>();
        for (JsonNode member : list(output, "holdings")) {
            holdings.add(checked(() -> new Inventory.Holding(
                    text(member, "request_id"),
                    text(member, "handle"),
                    member.path("user").asText(""),
                    price(member),
                    isUsable(member))));
        }
        return new Inventory.Listed(holdings);
    }

    private static boolean isUsable(JsonNode member) throws IOException {
        JsonNode usable = member.path("usable");
        if (!usable.isMissingNode() && !usable.isBoolean()) {
            throw new IOException("'usable' must be true or false, found " + shown(usable));
        }
        return usable.asBoolean(true);
    }

    private interface Maker<T> {
        T make() throws IOException;
    }

    private static <T> T checked(Maker<T> maker) throws IOException {
        try {
            return maker.make();
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns the text of a node, shortened to the room in a message. */
    private static String shown(JsonNode node) {
        String text = node.toString();
        return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "..." : text;
    }

    /**
     * {@code {"items": [{"count": N, "what": W, "price": DOLLARS}, ...]}}, of which the price, for one and an hour, may
     * be left out.
     *
     * @throws IOException in one sentence, where it is something else
     */
    public static Estimate estimate(String output) throws IOException {
        List<Estimate.Item> items = new ArrayList<>();
        for (JsonNode member : list(output, "items")) {
            if (!member.path("count").canConvertToLong() || member.path("count").asLong() < 1) {
                throw new IOException("an item must have a count of at least 1, found " + shown(member.path("count")));
            }
            items.add(checked(
                    () -> new Estimate.Item(member.path("count").asLong(), text(member, "what"), price(member))));
        }
        if (items.isEmpty()) {
            throw new IOException("an estimate must have an item, found none");
        }
        return new Estimate.Possible(items);
    }

    private static JsonNode list(String output, String key) throws IOException {
        JsonNode list;
        try {
            list = JSON.readTree(output).path(key);
        } catch (JsonProcessingException e) {
            throw new IOException("its output is not JSON: " + e.getOriginalMessage(), e);
        }
        if (!list.isArray()) {
            throw new IOException("its output must be an object with the list '" + key + "'");
        }
        return list;
    }

    private static String text(JsonNode member, String key) throws IOException {
        String text = member.path(key).asText("");
        if (text.isBlank()) {
            throw new IOException("a member requires '" + key + "', found " + shown(member));
        }
        return text;
    }

    private static Optional<Price> price(JsonNode member) throws IOException {
        if (!member.hasNonNull("price")) {
            return Optional.empty();
        }
        return Optional.of(checked(() -> Price.parse(member.path("price").asText())));
    }

    private static byte[] bytes(ObjectNode input) {
        try {
            return JSON.writeValueAsString(input).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an object can be written as JSON", e);
        }
    }

    private static JsonNode parsed(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a jobspec is always JSON", e);
        }
    }
}
