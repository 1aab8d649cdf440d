package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.banyan.graph.GraphException;
import io.banyan.graph.io.RExecution.Host;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the execution part of R (RFC 20, version 1) as a stream: O(length of the text + resources). Unknown keys are
 * ignored. Refused are other versions, ranks that occur twice and a list of hosts that is too short; errors name file,
 * line and column.
 */
public final class RReader {
    /** The most resources, all hosts together. */
    public static final int MAX_RESOURCES = 20_000_000;

    private static final int VERSION = 1;

    private final JgfTokens tokens;
    private final TreeMap<Integer, Map<String, IdSet>> childrenByRank = new TreeMap<>();
    private final List<HostList> nodelist = new ArrayList<>();
    private long names;
    private final Map<String, IdSet> properties = new LinkedHashMap<>();
    private boolean versioned;
    private boolean scheduling;
    private long resources;

    RReader(JgfTokens tokens) {
        this.tokens = tokens;
    }

    /**
     * Reads an R document.
     *
     * @param source what to call the input in messages
     * @throws GraphException if the text is not JSON or not R of version 1
     * @throws IOException if the input cannot be read
     */
    public static RExecution read(InputStream in, String source) throws GraphException, IOException {
        return parsed(in, source).execution();
    }

    /**
     * Reads the ranks of an R document, which needs no hosts for that.
     *
     * @param source what to call the input in messages
     * @throws GraphException if the text is not JSON or not R of version 1
     * @throws IOException if the input cannot be read
     */
    public static IdSet readRanks(InputStream in, String source) throws GraphException, IOException {
        return IdSet.of(parsed(in, source).childrenByRank.keySet().stream()
                .mapToLong(Integer::longValue)
                .toArray());
    }

    private static RReader parsed(InputStream in, String source) throws GraphException, IOException {
        try (JsonParser parser = JgfTokens.JSON.createParser(in)) {
            var reader = new RReader(new JgfTokens(parser, source));
            try {
                reader.document();
            } catch (JsonProcessingException e) {
                throw JgfTokens.malformed(e, parser, source);
            }
            return reader;
        }
    }

    private void document() throws IOException, GraphException {
        tokens.next();
        tokens.require(JsonToken.START_OBJECT, "an R object with the key 'execution'");
        while (tokens.nextKey()) {
            readKey();
        }
        requireRanks();
        tokens.requireEnd();
    }

    /** Reads the value of a key of the document. */
    void readKey() throws IOException, GraphException {
        switch (tokens.key()) {
            case "version" -> {
                tokens.integer(VERSION, VERSION);
                versioned = true;
            }
            case "execution" -> readExecution();
            case "scheduling" -> {
                scheduling = !tokens.isNull();
                tokens.skip();
            }
            default -> tokens.skip();
        }
    }

    private void requireRanks() throws GraphException {
        if (!versioned || childrenByRank.isEmpty()) {
            throw tokens.error(versioned ? "execution.R_lite has no ranks" : "the key 'version' is missing");
        }
    }

    /** The execution part, when the document is at its end. */
    RExecution execution() throws GraphException {
        requireRanks();
        if (names < childrenByRank.size()) {
            throw tokens.error(
                    "execution.nodelist has " + names + " hosts, but there are " + childrenByRank.size() + " ranks");
        }
        List<String> first = nodelist.stream()
                .flatMap(HostList::stream)
                .limit(childrenByRank.size())
                .toList();
        List<Host> hosts = new ArrayList<>(childrenByRank.size());
        childrenByRank.forEach(
                (rank, children) -> hosts.add(new Host(rank, first.get(hosts.size()), children, propertiesOf(rank))));
        return new RExecution(hosts, scheduling);
    }

    private Map<String, String> propertiesOf(int rank) {
        Map<String, String> own = new TreeMap<>();
        properties.forEach((text, ranks) -> {
            if (ranks.contains(rank)) {
                int equals = text.indexOf('=');
                own.put(equals < 1 ? text : text.substring(0, equals), equals < 1 ? "" : text.substring(equals + 1));
            }
        });
        return own;
    }

    private void readExecution() throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, "an object with the keys 'R_lite' and 'nodelist'");
        while (tokens.nextKey()) {
            switch (tokens.key()) {
                case "R_lite" -> readRanks();
                case "nodelist" -> readHosts();
                case "properties" -> properties.putAll(readIdSets("an object of properties"));
                default -> tokens.skip();
            }
        }
    }

    private void readRanks() throws IOException, GraphException {
        tokens.require(JsonToken.START_ARRAY, "an array of ranks and their children");
        while (tokens.next() != JsonToken.END_ARRAY) {
            tokens.require(JsonToken.START_OBJECT, "an object with the keys 'rank' and 'children'");
            IdSet ranks = IdSet.empty();
            Map<String, IdSet> children = Map.of();
            while (tokens.nextKey()) {
                switch (tokens.key()) {
                    case "rank" -> ranks = tokens.idSet();
                    case "children" -> children = readIdSets("an object of children");
                    default -> tokens.skip();
                }
            }
            if (ranks.isEmpty()) {
                throw tokens.error("the entry of R_lite has no 'rank'");
            }
            add(ranks, children);
        }
    }

    private void add(IdSet ranks, Map<String, IdSet> children) throws GraphException {
        resources += ranks.size()
                * (1L + children.values().stream().mapToLong(IdSet::size).sum());
        if (resources > MAX_RESOURCES) {
            throw tokens.error("there are more than " + MAX_RESOURCES + " resources, which is the limit");
        }
        for (long rank : ranks.longs().toArray()) {
            if (rank > Integer.MAX_VALUE || childrenByRank.putIfAbsent((int) rank, children) != null) {
                throw tokens.error("the rank " + rank + " occurs twice or is too large");
            }
        }
    }

    private void readHosts() throws IOException, GraphException {
        tokens.require(JsonToken.START_ARRAY, "an array of hostlists");
        while (tokens.next() != JsonToken.END_ARRAY) {
            try {
                HostList list = HostList.parse(tokens.text());
                nodelist.add(list);
                names += list.size();
            } catch (IllegalArgumentException e) {
                throw tokens.error(String.valueOf(e.getMessage()));
            }
            if (names > MAX_RESOURCES) {
                throw tokens.error("there are more than " + MAX_RESOURCES + " hosts, which is the limit");
            }
        }
    }

    private Map<String, IdSet> readIdSets(String what) throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, what);
        Map<String, IdSet> sets = new LinkedHashMap<>();
        while (tokens.nextKey()) {
            sets.put(tokens.key(), tokens.idSet());
        }
        return sets;
    }
}
