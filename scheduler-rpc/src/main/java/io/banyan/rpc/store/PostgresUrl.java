package io.banyan.rpc.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The location of a journal on a PostgreSQL server. Never with a password: that is in a file.
 *
 * @param user the user of the connection; empty for the user of the process
 * @param hosts {@code HOST} or {@code HOST:PORT} of the server; of several, the one that can be written
 * @param database that is there already
 * @param schema in which the tables are; empty as long as that is not said
 * @param security options of the connection's encryption ({@code sslmode} and its like), as the driver knows them
 */
public record PostgresUrl(
        Optional<String> user, List<String> hosts, String database, String schema, Map<String, String> security) {
    /** How such a URL begins. */
    public static final String SCHEME = "postgresql://";

    private static final String FORM = "postgresql://[USER@]HOST[:PORT]/DATABASE[?schema=NAME]";
    private static final Pattern PARTS = Pattern.compile(
            SCHEME
                    + "(?:(?<user>[^@/?#\\s]+)@)?(?<hosts>[A-Za-z0-9._:,\\[\\]-]+)/(?<database>[^/?#\\s]+)(?:\\?(?<options>\\S*))?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,62}");
    private static final List<String> SECURITY = List.of("sslmode", "sslrootcert", "sslcert", "sslkey");

    /** Checks the schema's name, and copies. */
    public PostgresUrl {
        hosts = List.copyOf(hosts);
        security = Map.copyOf(new TreeMap<>(security));
        if (!schema.isEmpty() && (!NAME.matcher(schema).matches() || schema.startsWith("pg_"))) {
            throw new IllegalArgumentException(
                    "'" + schema
                            + "' is not valid as the name of a schema: expected at most 63 letters, digits, '_', '-' and '.', not beginning with pg_.\nMaybe: end the URL with ?schema=NAME.");
        }
    }

    /** Whether a text is meant to be one. */
    public static boolean isOne(String text) {
        return text.startsWith("postgresql:") || text.startsWith("postgres:") || text.startsWith("jdbc:");
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException with one sentence, which does not repeat a password
     */
    public static PostgresUrl parse(String text) {
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("The journal's URL must have the form " + FORM + ".");
        }
        Optional<String> user = Optional.ofNullable(parts.group("user"));
        if (user.filter(it -> it.indexOf(':') >= 0).isPresent()) {
            throw new IllegalArgumentException(
                    "The journal's URL must not contain a password, because other users can see it.\nMaybe: put it into ~/.pgpass, or into the file of --journal-password-file.");
        }
        Map<String, String> options = options(parts.group("options"));
        String schema = Optional.ofNullable(options.remove("schema")).orElse("");
        return new PostgresUrl(user, hosts(parts.group("hosts")), parts.group("database"), schema, options);
    }

    private static List<String> hosts(String text) {
        List<String> hosts = new ArrayList<>();
        for (String host : text.split(",", -1)) {
            if (host.isEmpty() || host.startsWith(":")) {
                throw new IllegalArgumentException("The journal's URL contains no host; its form is " + FORM + ".");
            }
            hosts.add(host);
        }
        return hosts;
    }

    private static Map<String, String> options(@Nullable String text) {
        Map<String, String> options = new TreeMap<>();
        for (String option : text == null || text.isEmpty() ? new String[0] : text.split("&", -1)) {
            int equals = option.indexOf('=');
            String key = equals < 0 ? option : option.substring(0, equals);
            if (equals < 0 || (!key.equals("schema") && !SECURITY.contains(key))) {
                throw new IllegalArgumentException("The journal's URL has no option '" + key
                        + "'; the options are schema, " + String.join(", ", SECURITY) + ".");
            }
            options.put(key, option.substring(equals + 1));
        }
        return options;
    }

    /** Returns the URL with the given schema if it has none. */
    public PostgresUrl orSchema(String usual) {
        return schema.isEmpty() ? new PostgresUrl(user, hosts, database, usual, security) : this;
    }

    /** The URL in the form of the driver. */
    String jdbc() {
        return "jdbc:postgresql://" + String.join(",", hosts) + "/" + database;
    }

    /** The schema's name in a statement. */
    String quotedSchema() {
        return "\"" + schema + "\"";
    }

    /** The server, for messages. */
    String server() {
        return String.join(",", hosts);
    }

    @Override
    public String toString() {
        List<String> options = new ArrayList<>();
        if (!schema.isEmpty()) {
            options.add("schema=" + schema);
        }
        new TreeMap<>(security).forEach((key, value) -> options.add(key + "=" + value));
        return SCHEME + user.map(it -> it + "@").orElse("") + server() + "/" + database
                + (options.isEmpty() ? "" : "?" + String.join("&", options));
    }
}
