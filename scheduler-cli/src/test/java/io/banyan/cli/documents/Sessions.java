package io.banyan.cli.documents;

import io.banyan.cli.documents.Page.Step;
import io.banyan.cli.documents.Session.Effect;
import io.banyan.cli.documents.Session.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The sessions of the documentation, as the file {@code sessions.yaml} divides the pages. */
final class Sessions {
    static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    private static final String FILE = "sessions.yaml";
    private static final Set<String> KEYS = Set.of("from", "not-run", "before", "daemon", "prepare", "rules");
    private static final String AT = "at";

    private Sessions() {}

    /** All sessions by page. */
    static Map<String, List<Session>> byPage() {
        Map<String, List<Session>> all = new LinkedHashMap<>();
        read().forEach((page, list) -> {
            List<Step> steps = Page.steps(PROJECT.resolve(page.toString()));
            all.put(page.toString(), sessions(page.toString(), steps, maps(list)));
        });
        return all;
    }

    private static Map<?, ?> read() {
        try (InputStream in = Sessions.class.getResourceAsStream(FILE)) {
            return (Map<?, ?>) new Load(LoadSettings.builder().setLabel(FILE).build()).loadFromInputStream(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Session> sessions(String page, List<Step> steps, List<Map<String, Object>> list) {
        List<Session> sessions = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < list.size(); i++) {
            int to = i + 1 < list.size() ? begin(page, steps, from, list.get(i + 1)) : steps.size();
            sessions.add(session(page, steps.subList(from, to), list.get(i)));
            from = to;
        }
        return sessions;
    }

    /** The place of the first command of a session, behind that of the session before it. */
    private static int begin(String page, List<Step> steps, int after, Map<String, Object> session) {
        String from = text(session, "from");
        return IntStream.range(after + 1, steps.size())
                .filter(i -> steps.get(i).command().startsWith(from))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(page + ": no session begins with: " + from));
    }

    private static Session session(String page, List<Step> steps, Map<String, Object> map) {
        if (!KEYS.containsAll(map.keySet())) {
            throw new IllegalStateException(page + ": keys are " + KEYS + ", and not all of " + map.keySet());
        }
        List<Rule> rules = new ArrayList<>();
        for (Map<String, Object> rule : maps(map.getOrDefault("rules", List.of()))) {
            Map<Effect, String> effects = new EnumMap<>(Effect.class);
            rule.forEach((key, value) -> {
                if (!key.equals(AT)) {
                    effects.put(Effect.valueOf(key.toUpperCase(Locale.ROOT)), value.toString());
                }
            });
            rules.add(new Rule(text(rule, AT), effects));
        }
        String daemon = map.containsKey("daemon") ? text(map, "daemon") : null;
        return new Session(page, text(map, "not-run"), text(map, "before"), daemon, text(map, "prepare"), steps, rules);
    }

    private static String text(Map<String, Object> map, String key) {
        return map.get(key) == null ? "" : map.get(key).toString();
    }

    private static List<Map<String, Object>> maps(Object list) {
        List<Map<String, Object>> maps = new ArrayList<>();
        for (Object element : (List<?>) list) {
            Map<String, Object> map = new LinkedHashMap<>();
            ((Map<?, ?>) element).forEach((key, value) -> map.put(key.toString(), value));
            maps.add(map);
        }
        return maps;
    }
}
