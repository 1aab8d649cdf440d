package io.banyan.rpc.process;

import io.banyan.jobspec.SubmissionCheck;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The settings that a submitter chooses for a process.
 *
 * @param environment variables, which replace those of the user database
 * @param umask the file mode creation mask; empty for {@link #USUAL_UMASK}
 * @param softLimits soft limits by the names of {@link io.banyan.jobspec.ShellOptions#LIMITS}
 */
public record ProcessSettings(Map<String, String> environment, OptionalInt umask, Map<String, Long> softLimits) {
    /** The umask of a process for which none is chosen. */
    public static final int USUAL_UMASK = 022;

    /** Nothing is chosen. */
    public static final ProcessSettings NONE = new ProcessSettings(Map.of(), OptionalInt.empty(), Map.of());

    private static final int MOST_UMASK = 0777;

    /** Checks the variables and the mask. */
    public ProcessSettings {
        SubmissionCheck.requireEnvironment(environment);
        if (umask.isPresent() && (umask.getAsInt() < 0 || umask.getAsInt() > MOST_UMASK)) {
            throw new IllegalArgumentException("a umask must be 0 to 0777");
        }
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        softLimits = Collections.unmodifiableMap(new TreeMap<>(softLimits));
    }

    /** The mask in octal digits. */
    public String umaskText() {
        return String.format("%04o", umask.orElse(USUAL_UMASK));
    }

    /** Does not show the values of variables, which can be secret. */
    @Override
    public String toString() {
        return "ProcessSettings[environment=" + environment.keySet() + ", umask=" + umask + ", softLimits=" + softLimits
                + "]";
    }
}
