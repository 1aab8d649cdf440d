package io.banyan.bench.crash;

import io.banyan.instance.message.value.Grant;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one client and the answers that it got. For the client's thread, and between two loads for the
 * checker.
 */
final class ClientLedger {
    /** How far a job has come, as its client knows. */
    enum Progress {
        /** Asked for, without an answer yet. */
        ASKED,
        /** Acknowledged. */
        HELD,
        /** The end of the job was requested and not yet answered. */
        CANCELLING,
        /** The end of the job was acknowledged. */
        CANCELLED
    }

    /** One job. */
    static final class Entry {
        final String name;
        final Map<String, Optional<Grant>> grows = new LinkedHashMap<>();
        Progress progress = Progress.ASKED;

        @Nullable JobId job;

        private Entry(String name) {
            this.name = name;
        }

        JobId job() {
            JobId known = job;
            if (known == null) {
                throw new IllegalStateException("job " + name + " has no number yet");
            }
            return known;
        }

        @Override
        public String toString() {
            return name + " (job " + job + ", " + progress + ")";
        }
    }

    private final Map<String, Entry> byName = new LinkedHashMap<>();

    Entry asked(String name) {
        var entry = new Entry(name);
        byName.put(name, entry);
        return entry;
    }

    /** Removes an entry that no check needs any more. */
    void forget(Entry entry) {
        byName.remove(entry.name);
    }

    Optional<Entry> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    List<Entry> all() {
        return new ArrayList<>(byName.values());
    }

    List<Entry> held() {
        return byName.values().stream()
                .filter(entry -> entry.progress == Progress.HELD)
                .toList();
    }
}
