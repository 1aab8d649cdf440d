package io.banyan.rpc.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.JgfWriter;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The loans of a pool in the notes of its provider, for the next daemon. For one thread at a time. */
final class LeaseNotes {
    private static final int MOST_BYTES = 64 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<Path> file;
    /** Whether the file says something else than the last that was to be written. */
    private boolean isOutdated;

    /** Notes in this file; without one nothing is kept. */
    LeaseNotes(Optional<Path> file) {
        this.file = file;
    }

    /**
     * The loan of one request.
     *
     * @param user the user of the request
     * @param graph the resources of the pool that the request has
     */
    record Lent(String requestId, String user, Subgraph graph) {}

    /** Whether the next daemon will know. */
    boolean areKept() {
        return file.isPresent();
    }

    boolean areOutdated() {
        return isOutdated;
    }

    /**
     * Reads the loans that an earlier process has written.
     *
     * @throws IllegalArgumentException in a sentence, where the file is there and is none
     */
    List<Lent> read() {
        if (file.filter(Files::exists).isEmpty()) {
            return List.of();
        }
        Path there = file.get();
        try {
            List<Lent> lent = new ArrayList<>();
            for (JsonNode lease :
                    JSON.readTree(ForeignFile.read(there, MOST_BYTES).text()).withArray("leases")) {
                lent.add(new Lent(
                        lease.required("request").asText(),
                        lease.required("user").asText(),
                        JgfReader.read(lease.required("brought").toString(), there.toString())));
            }
            return lent;
        } catch (JsonProcessingException
                | UnsupportedOperationException
                | IllegalArgumentException
                | GraphException e) {
            throw new IllegalArgumentException(
                    "The notes " + there
                            + " are damaged, so the loans of the pool are unknown.\nMaybe: move them away; then all resources are in the pool again.",
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The notes " + there + " about the loans of the pool cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Whether the file contains a loan of this request, or cannot be read: after a failed write, either version may
     * exist.
     */
    boolean mayName(String requestId) {
        try {
            return read().stream().anyMatch(lent -> lent.requestId().equals(requestId));
        } catch (IllegalArgumentException unreadable) {
            return true;
        }
    }

    /**
     * Writes all loans. They are on the disk when this returns. O(lent resources).
     *
     * @throws IOException if that is not possible: then the file is outdated until the next successful write
     */
    void write(Collection<Lent> lent) throws IOException {
        if (file.isEmpty()) {
            return;
        }
        isOutdated = true;
        var notes = JSON.createObjectNode();
        ArrayNode leases = notes.putArray("leases");
        for (Lent lease : lent) {
            leases.addObject()
                    .put("request", lease.requestId())
                    .put("user", lease.user())
                    .set("brought", JSON.readTree(JgfWriter.write(lease.graph())));
        }
        WholeFile.write(file.get(), JSON.writeValueAsBytes(notes));
        isOutdated = false;
    }
}
