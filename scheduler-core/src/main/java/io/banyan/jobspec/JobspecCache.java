package io.banyan.jobspec;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads jobspecs, and caches the latest by their text: scripts and queues use the same ones again and again, and
 * reading one takes many times as long as matching it. The same text gives the same object, so that other caches can
 * use the object as a key.
 *
 * <p>At most {@link #MOST_TEXTS} texts of together {@link #MOST_CHARACTERS} are kept; those that were asked for longest
 * ago go first. A text that is refused is not kept. Any thread may call it. O(length of the text).
 */
public final class JobspecCache {
    static final int MOST_TEXTS = 1_000;
    static final int MOST_CHARACTERS = 1 << 20;

    private final Map<String, Jobspec> byText = new LinkedHashMap<>(16, 0.75f, true);
    private long characters;
    private long parsed;

    /**
     * Reads a jobspec as {@link JobspecReader#read} does.
     *
     * @throws JobspecException where the text is no jobspec or too large
     */
    public Jobspec read(String text, String source) throws JobspecException {
        Jobspec known = find(text);
        if (known != null) {
            return known;
        }
        Jobspec jobspec = JobspecReader.read(text, source);
        keep(text, jobspec);
        return jobspec;
    }

    private synchronized @Nullable Jobspec find(String text) {
        return byText.get(text);
    }

    private synchronized void keep(String text, Jobspec jobspec) {
        parsed++;
        if (text.length() > MOST_CHARACTERS || byText.putIfAbsent(text, jobspec) != null) {
            return;
        }
        characters += text.length();
        while (byText.size() > MOST_TEXTS || characters > MOST_CHARACTERS) {
            String eldest = byText.keySet().iterator().next();
            byText.remove(eldest);
            characters -= eldest.length();
        }
    }

    /** How many texts were read that were not remembered. */
    public synchronized long parsed() {
        return parsed;
    }
}
