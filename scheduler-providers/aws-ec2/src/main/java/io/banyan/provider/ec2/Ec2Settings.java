package io.banyan.provider.ec2;

import io.banyan.provider.ProviderOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of the provider, read from its options.
 *
 * @param region such as {@code us-east-1}
 * @param endpoint another than the region's own; empty for that
 * @param profile of the user's AWS configuration, whose credentials are used; empty for those of the default chain
 * @param image to launch if no template names one
 * @param template of the launch: its id or its name; a Fleet needs one
 * @param zones that instances may be in; empty for any
 * @param types that may be bought; empty for all that the region has
 * @param prices a price list: lines of type and dollars an hour; empty for none
 * @param markets in which to buy, the first first
 * @param mode instances of specific types, Fleets, or whichever suits a request
 * @param topsUp whether a partial launch is kept and the rest bought elsewhere, or the partial launch is released
 * @param awaitsRunning whether an instance is brought when it runs, or when EC2 has promised it
 * @param memoryChunkGb how much memory a vertex stands for; 0 for all that a node has
 * @param mostNodes that one request brings
 * @param shortageMemory how long an unavailable offer is not requested again
 * @param settling how long EC2 may not show launched instances
 */
record Ec2Settings(
        String region,
        Optional<URI> endpoint,
        Optional<String> profile,
        Optional<String> image,
        Optional<String> template,
        List<Zone> zones,
        List<String> types,
        Optional<Path> prices,
        List<Market> markets,
        Mode mode,
        boolean topsUp,
        boolean awaitsRunning,
        long memoryChunkGb,
        int mostNodes,
        Duration shortageMemory,
        Duration settling) {
    /** Whether specific types are bought, or a Fleet. */
    enum Mode {
        AUTO,
        INSTANCES,
        FLEET
    }

    private static final String REGION = ProviderOptions.MAIN;
    private static final String ENDPOINT = "endpoint";
    private static final String PROFILE = "profile";
    private static final String IMAGE = "image";
    private static final String TEMPLATE = "launch-template";
    private static final String ZONES = "zones";
    private static final String TYPES = "types";
    private static final String PRICES = "prices";
    private static final String MARKETS = "markets";
    private static final String MODE = "mode";
    private static final String PARTIAL = "partial";
    private static final String AWAIT = "await";
    private static final String CHUNK = "memory-chunk";
    private static final String MOST_NODES = "most-nodes";
    private static final String SHORTAGE = "shortage-memory";
    private static final String SETTLING = "settling";

    private static final List<String> ALL = List.of(
            REGION,
            ENDPOINT,
            PROFILE,
            IMAGE,
            TEMPLATE,
            ZONES,
            TYPES,
            PRICES,
            MARKETS,
            MODE,
            PARTIAL,
            AWAIT,
            CHUNK,
            MOST_NODES,
            SHORTAGE,
            SETTLING);
    private static final int DEFAULT_MOST_NODES = 1_000;
    private static final int HIGHEST_MOST_NODES = 100_000;
    private static final long DEFAULT_SHORTAGE_SEC = 600;
    private static final long LONGEST_SHORTAGE_SEC = 86_400;
    private static final long DEFAULT_SETTLING_MILLIS = 3_000;
    private static final long LONGEST_SETTLING_MILLIS = 600_000;
    private static final long LARGEST_CHUNK_GB = 1 << 20;

    Ec2Settings {
        zones = List.copyOf(zones);
        types = List.copyOf(types);
        markets = List.copyOf(markets);
    }

    /** Reads the options. */
    static Ec2Settings of(String name, Map<String, String> values) {
        var options = new ProviderOptions(name, values).requireOnly(ALL);
        var names = new Ec2Names(options, ENDPOINT);
        String region = names.region(options.text(REGION)
                .orElseThrow(() -> new IllegalArgumentException(
                        "The provider '" + name + "' requires a region, as in aws-ec2=us-east-1.")));
        var settings = new Ec2Settings(
                region,
                options.text(ENDPOINT).map(text -> endpoint(name, text)),
                options.text(PROFILE),
                options.text(IMAGE),
                options.text(TEMPLATE),
                names.zones(options.words(ZONES), region),
                names.types(options.words(TYPES)),
                options.text(PRICES).map(Path::of),
                options.values().containsKey(MARKETS)
                        ? options.words(MARKETS).stream().map(Market::parse).toList()
                        : List.of(Market.ON_DEMAND),
                mode(options.choice(MODE, "auto", List.of("auto", "instances", "fleet"))),
                options.choice(PARTIAL, "top-up", List.of("top-up", "give-back"))
                        .equals("top-up"),
                options.choice(AWAIT, "running", List.of("running", "promised")).equals("running"),
                options.number(CHUNK, 0, LARGEST_CHUNK_GB),
                (int) options.number(MOST_NODES, DEFAULT_MOST_NODES, 1, HIGHEST_MOST_NODES),
                Duration.ofSeconds(options.number(SHORTAGE, DEFAULT_SHORTAGE_SEC, LONGEST_SHORTAGE_SEC)),
                Duration.ofMillis(options.number(SETTLING, DEFAULT_SETTLING_MILLIS, LONGEST_SETTLING_MILLIS)));
        settings.requireLaunchable(name);
        return settings;
    }

    private static Mode mode(String word) {
        return switch (word) {
            case "instances" -> Mode.INSTANCES;
            case "fleet" -> Mode.FLEET;
            default -> Mode.AUTO;
        };
    }

    private static URI endpoint(String name, String text) {
        try {
            URI uri = URI.create(text);
            if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException noUri) {
            throw new IllegalArgumentException(wrongEndpoint(name, text), noUri);
        }
        throw new IllegalArgumentException(wrongEndpoint(name, text));
    }

    private static String wrongEndpoint(String name, String text) {
        return "The endpoint of the provider '" + name + "' must be a URL such as http://127.0.0.1:4566, not '" + text
                + "'.";
    }

    private void requireLaunchable(String name) {
        if (image.isEmpty() && template.isEmpty()) {
            throw new IllegalArgumentException("The provider '" + name
                    + "' needs launch-template=lt-... or image=ami-..., " + "to know what to launch.");
        }
        if (mode == Mode.FLEET && template.isEmpty()) {
            throw new IllegalArgumentException(
                    "The provider '" + name + "' is configured to use Fleets, which require launch-template=lt-....");
        }
    }
}
