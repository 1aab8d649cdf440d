package io.banyan.rpc.process;

import io.banyan.jobspec.ShellOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resource limits of a process, by the names of {@link ShellOptions#LIMITS} and in the units of setrlimit(2), as
 * {@code /proc/PID/limits} shows them.
 *
 * @param soft the soft limits
 * @param hard the hard limits
 */
public record ProcessLimits(Map<String, Long> soft, Map<String, Long> hard) {
    private static final List<Path> PRLIMIT = List.of(Path.of("/usr/bin/prlimit"), Path.of("/bin/prlimit"));
    private static final Pattern LINE = Pattern.compile("(Max [a-z ]+?) {2,}(\\d+|unlimited) +(\\d+|unlimited)\\b.*");
    private static final Map<String, String> NAMES = Map.of(
            "Max cpu time", "cpu",
            "Max file size", "fsize",
            "Max data size", "data",
            "Max stack size", "stack",
            "Max core file size", "core",
            "Max resident set", "rss",
            "Max processes", "nproc",
            "Max open files", "nofile",
            "Max locked memory", "memlock",
            "Max address space", "as");
    private static final String OPEN_FILES = "nofile";
    /**
     * The usual soft limit. The Java runtime raises the daemon's limit, and processes of the daemon do not inherit the
     * original one.
     */
    private static final long USUAL_OPEN_FILES = 1_024;

    /** Copies the maps. */
    public ProcessLimits {
        soft = Map.copyOf(soft);
        hard = Map.copyOf(hard);
    }

    /** The limits of this process; none if this machine does not report them. */
    public static ProcessLimits ofThisProcess() {
        try {
            return parse(Files.readAllLines(Path.of("/proc/self/limits")));
        } catch (IOException unknown) {
            return new ProcessLimits(Map.of(), Map.of());
        }
    }

    static ProcessLimits parse(List<String> lines) {
        Map<String, Long> soft = new TreeMap<>();
        Map<String, Long> hard = new TreeMap<>();
        for (String line : lines) {
            Matcher found = LINE.matcher(line);
            String name = found.matches() ? NAMES.get(found.group(1)) : null;
            if (name != null) {
                soft.put(name, value(found.group(2)));
                hard.put(name, value(found.group(3)));
            }
        }
        return new ProcessLimits(soft, hard);
    }

    private static long value(String text) {
        try {
            return text.equals("unlimited") ? ShellOptions.UNLIMITED : Long.parseLong(text);
        } catch (NumberFormatException large) {
            return ShellOptions.UNLIMITED;
        }
    }

    /**
     * The words that run a command with these soft limits, as far as the hard limits of this process allow; the command
     * itself where this machine has no prlimit.
     */
    public List<String> words(Map<String, Long> wanted, List<String> command) {
        Map<String, Long> limits = new TreeMap<>(wanted);
        limits.putIfAbsent(OPEN_FILES, USUAL_OPEN_FILES);
        List<String> words = new ArrayList<>();
        PRLIMIT.stream().filter(Files::isExecutable).findFirst().ifPresent(prlimit -> {
            words.add(prlimit.toString());
            limits.forEach((name, limit) -> words.add("--" + name + "=" + text(within(name, limit)) + ":"));
        });
        words.addAll(command);
        return words;
    }

    private long within(String name, long limit) {
        long most = hard.getOrDefault(name, ShellOptions.UNLIMITED);
        if (most == ShellOptions.UNLIMITED) {
            return limit;
        }
        return limit == ShellOptions.UNLIMITED ? most : Math.min(limit, most);
    }

    private static String text(long limit) {
        return limit == ShellOptions.UNLIMITED ? "unlimited" : Long.toString(limit);
    }
}
