package io.banyan.rpc.wire;

import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Jobspecs as they travel: canonical JSON out, JSON or YAML in. Reading one takes ten times as long as matching it, and the same ones come
 * again and again, so the latest are remembered by their text.
 */
final class Jobspecs {
    private static final int REMEMBERED = 256;
    private static final int LONGEST_REMEMBERED = 16 << 10;

    private static final Map<String, Jobspec> LATEST = new LinkedHashMap<>(REMEMBERED, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Jobspec> eldest) {
            return size() > REMEMBERED;
        }
    };

    private Jobspecs() {}

    static Jobspec read(String text) throws WireException {
        Jobspec known = remembered(text);
        if (known != null) {
            return known;
        }
        try {
            Jobspec jobspec = JobspecReader.read(text, "jobspec");
            if (text.length() <= LONGEST_REMEMBERED) {
                synchronized (LATEST) {
                    LATEST.put(text, jobspec);
                }
            }
            return jobspec;
        } catch (JobspecException e) {
            throw new WireException(Failure.BAD_JOBSPEC, Failure.sentenceOf(e));
        }
    }

    private static @Nullable Jobspec remembered(String text) {
        synchronized (LATEST) {
            return LATEST.get(text);
        }
    }
}
