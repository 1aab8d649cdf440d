package io.banyan.graph.io;

import io.banyan.graph.GraphBuilder.Template;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GrugRecipe.Association;
import io.banyan.graph.io.GrugRecipe.Ids;
import io.banyan.graph.io.GrugRecipe.Method;
import io.banyan.graph.io.GrugRecipe.Pool;
import io.banyan.graph.io.GrugRecipe.Rule;
import io.banyan.resource.Divisible;
import io.banyan.resource.Numeral;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a GRUG file (GraphML with a generation recipe) and generates its graph: O(size of the graph). Stray text is
 * ignored; document types and entities are refused. Errors name file and line.
 */
public final class GrugReader {
    private static final int MAX_ELEMENTS = 100_000;

    /** The default value of each attribute, for use where neither the file nor its key declarations give one. */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("root", "0"),
            Map.entry("size", "1"),
            Map.entry("unit", ""),
            Map.entry("properties", ""),
            Map.entry("subsystem", "containment"),
            Map.entry("e_subsystem", "containment"),
            Map.entry("relation", "contains"),
            Map.entry("rrelation", "in"),
            Map.entry("gen_method", "MULTIPLY"),
            Map.entry("multi_scale", "1"),
            Map.entry("id_scope", "0"),
            Map.entry("id_start", "0"),
            Map.entry("id_stride", "1"),
            Map.entry("as_tgt_subsystem", "containment"),
            Map.entry("as_tgt_uplvl", "1"),
            Map.entry("as_src_uplvl", "1"));

    /** Further values that need no key declaration. */
    private static final Set<String> UNDEFAULTED = Set.of("type", "basename");

    private final XmlInput xml;
    private final String source;
    /** By the id of a key declaration: the attribute that it stands for. */
    private final Map<String, String> keys = new HashMap<>();

    private final Map<String, String> defaults = new HashMap<>(DEFAULTS);
    private final Map<String, Pool> pools = new LinkedHashMap<>();
    private final List<Rule> rules = new ArrayList<>();

    /** The error about the first attribute that no recipe has. */
    private @Nullable GraphException unknown;

    private GrugReader(InputStream in, String source) throws GraphException {
        this.xml = XmlInput.of(in, source);
        this.source = source;
    }

    /**
     * Reads a recipe and generates its graph.
     *
     * @param source the name of the input in messages
     * @throws GraphException if the text is not a recipe, or its graph would break a rule or a limit
     */
    public static ResourceGraph read(InputStream in, String source) throws GraphException {
        return read(in, source, GrugGenerator.MAX_VERTICES);
    }

    /**
     * Reads a recipe and generates its graph, where a recipe of a few lines is not to stand for more than the given
     * number of vertices.
     *
     * @param mostVertices at most; a smaller limit than {@link #read(InputStream, String)} has
     * @throws GraphException if the text is not a recipe, or its graph would break a rule or a limit
     */
    public static ResourceGraph read(InputStream in, String source, int mostVertices) throws GraphException {
        return new GrugGenerator(recipe(in, source), Math.min(mostVertices, GrugGenerator.MAX_VERTICES)).generate();
    }

    static GrugRecipe recipe(InputStream in, String source) throws GraphException {
        return new GrugReader(in, source).parse();
    }

    private GrugRecipe parse() throws GraphException {
        if (!xml.advance() || !xml.element().equals("graphml")) {
            throw xml.error("expected <graphml>, not <" + xml.element() + ">");
        }
        while (xml.advance()) {
            if (xml.atStart()) {
                switch (xml.element()) {
                    case "key" -> readKey();
                    case "node" -> readPool();
                    case "edge" -> readRule();
                    case "graph", "desc" -> {
                        // Holds the rest.
                    }
                    default -> throw xml.error("<" + xml.element() + "> is not expected in a recipe");
                }
            }
            if (pools.size() + rules.size() > MAX_ELEMENTS) {
                throw xml.error("a recipe can have at most " + MAX_ELEMENTS + " nodes and edges");
            }
        }
        for (Rule rule : rules) {
            requirePool(rule.from(), rule);
            requirePool(rule.to(), rule);
        }
        GraphException wrong = unknown;
        if (wrong != null && pools.values().stream().anyMatch(Pool::isRoot)) {
            throw wrong;
        }
        return new GrugRecipe(source, pools, rules);
    }

    private void requirePool(String id, Rule rule) throws GraphException {
        if (!pools.containsKey(id)) {
            throw xml.error(rule.line(), "an edge names the node '" + id + "', which the recipe does not contain");
        }
    }

    private void readKey() throws GraphException {
        String id = xml.requireAttribute("id");
        String name = xml.attribute("attr.name");
        keys.put(id, name.isEmpty() ? id : name);
        while (xml.advance() && !(xml.element().equals("key") && !xml.atStart())) {
            if (xml.atStart() && xml.element().equals("default")) {
                defaults.put(keys.getOrDefault(id, id), xml.text());
            }
        }
    }

    private void readPool() throws GraphException {
        int line = xml.line();
        String id = xml.requireAttribute("id");
        Map<String, String> data = readData("node");
        boolean isRoot = integer(data, "root", line, 0, 1) == 1;
        if (!data.containsKey("type")) {
            throw xml.error(line, "the node '" + id + "' has no type");
        }
        try {
            var type = new ResourceType(data.getOrDefault("type", ""));
            String basename = data.getOrDefault("basename", type.name());
            long size = integer(data, "size", line, 1, Long.MAX_VALUE);
            var template = new Template(type, basename, size, value(data, "unit"));
            var subsystem = new Subsystem(value(data, "subsystem"));
            var pool = new Pool(id, isRoot, template, properties(value(data, "properties")), subsystem, line);
            if (pools.putIfAbsent(id, pool) != null) {
                throw xml.error(line, "there are two nodes '" + id + "'");
            }
        } catch (IllegalArgumentException e) {
            throw invalid(line, "the node '" + id + "'", e);
        }
    }

    /** Properties as this reader knows them beyond Fluxion's: {@code KEY=VALUE} or {@code KEY}, with blanks between. */
    private static Map<String, String> properties(String text) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String word : text.strip().split("\\s+", -1)) {
            int equals = word.indexOf('=');
            if (equals == 0) {
                throw new IllegalArgumentException("'" + word + "' is not a property; expected KEY=VALUE or KEY.");
            }
            if (!word.isEmpty()) {
                properties.put(
                        equals < 0 ? word : word.substring(0, equals), equals < 0 ? "" : word.substring(equals + 1));
            }
        }
        if (properties.containsKey(Divisible.PROPERTY)) {
            Divisible.granule(properties.getOrDefault(Divisible.PROPERTY, ""));
        }
        return properties;
    }

    private void readRule() throws GraphException {
        int line = xml.line();
        String from = xml.requireAttribute("source");
        String to = xml.requireAttribute("target");
        Map<String, String> data = readData("edge");
        var ids = new Ids(
                (int) integer(data, "id_scope", line, -1, 1_000),
                integer(data, "id_start", line, 0, Integer.MAX_VALUE),
                integer(data, "id_stride", line, 0, Integer.MAX_VALUE));
        try {
            var association = new Association(
                    new Subsystem(value(data, "as_tgt_subsystem")),
                    (int) integer(data, "as_tgt_uplvl", line, 0, 1_000),
                    (int) integer(data, "as_src_uplvl", line, 0, 1_000));
            int scale = (int) integer(data, "multi_scale", line, 1, GrugGenerator.MAX_VERTICES);
            var subsystem = new Subsystem(value(data, "e_subsystem"));
            rules.add(new Rule(from, to, subsystem, method(data, line), scale, ids, association, line));
        } catch (IllegalArgumentException e) {
            throw invalid(line, "the edge from '" + from + "' to '" + to + "'", e);
        }
    }

    private GraphException invalid(int line, String what, IllegalArgumentException e) {
        return new GraphException(source + ":" + line + ": " + what + ": " + e.getMessage(), e);
    }

    private Method method(Map<String, String> data, int line) throws GraphException {
        String name = value(data, "gen_method");
        for (Method method : Method.values()) {
            if (method.name().equals(name)) {
                return method;
            }
        }
        throw xml.error(line, "gen_method is '" + name + "'; expected MULTIPLY, ASSOCIATE_IN or ASSOCIATE_BY_PATH_IN");
    }

    /** The data of the node or edge at hand by the names of their keys; moves to its end. */
    private Map<String, String> readData(String element) throws GraphException {
        Map<String, String> data = new HashMap<>();
        while (xml.advance() && !(xml.element().equals(element) && !xml.atStart())) {
            if (!xml.atStart()) {
                continue;
            }
            if (!xml.element().equals("data")) {
                throw xml.error("expected <data> in <" + element + ">, not <" + xml.element() + ">");
            }
            String key = xml.requireAttribute("key");
            String name = keys.getOrDefault(key, key);
            requireAttribute(key, name);
            data.put(name, xml.text());
        }
        return data;
    }

    /** Refuses an undeclared key. An attribute that no recipe has is refused once it is clear that this is a recipe. */
    private void requireAttribute(String key, String name) throws GraphException {
        if (DEFAULTS.containsKey(name) || UNDEFAULTED.contains(name)) {
            return;
        }
        if (!keys.containsKey(key)) {
            throw xml.error("no <key> declares '" + key + "'");
        }
        if (unknown == null) {
            unknown = xml.error("a recipe cannot have the attribute '" + name + "'");
        }
    }

    private String value(Map<String, String> data, String key) {
        String given = data.get(key);
        return given != null ? given : defaults.getOrDefault(key, "");
    }

    private long integer(Map<String, String> data, String key, int line, long min, long max) throws GraphException {
        String text = value(data, key);
        try {
            long number = Numeral.parse(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new GraphException(
                    source + ":" + line + ": " + key + " is '" + text + "'; expected a whole number.", e);
        }
        throw xml.error(line, key + " is " + text + "; expected a number from " + min + " to " + max);
    }
}
