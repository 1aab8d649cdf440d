package io.banyan.provider.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the usage of those children of a shell that it has waited for (getrusage(2), RUSAGE_CHILDREN). A shell cannot
 * query the peak memory, so that its last step executes perl or python3, which needs no further process. Linux only.
 */
public final class ChildrenUsage {
    private static final int CHILDREN = -1;
    /** The number of the system call getrusage, by the architecture as Java names it. */
    private static final Map<String, Integer> GETRUSAGE = Map.of(
            "amd64", 98, "aarch64", 165, "riscv64", 165, "loongarch64", 165, "ppc64le", 77, "ppc64", 77, "s390x", 77);

    /** The program in Python. It removes an existing file first, since opening a pipe would block. */
    private static final String PYTHON = """
            import os, resource, sys
            u = resource.getrusage(resource.RUSAGE_CHILDREN)
            try:
                if os.path.lexists(sys.argv[1]):
                    os.unlink(sys.argv[1])
                with open(sys.argv[1], 'w') as file:
                    print(round(u.ru_utime * 1e6), round(u.ru_stime * 1e6), u.ru_maxrss * 1024, file=file)
            finally:
                sys.exit(int(sys.argv[2]))
            """;

    private static final List<String> PREFIX =
            prefix(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));

    private ChildrenUsage() {}

    /**
     * The words that a shell executes to write a line into a file: user and system time in microseconds, and the peak
     * memory of the process that had the most, in bytes. One more word is the status with which they end. Empty if this
     * machine lacks the needed programs.
     */
    public static List<String> words(Path file) {
        List<String> words = new ArrayList<>(PREFIX);
        if (!words.isEmpty()) {
            words.add(file.toString());
        }
        return words;
    }

    private static List<String> prefix(String system, String architecture) {
        if (!system.equals("Linux")) {
            return List.of();
        }
        int getrusage = GETRUSAGE.getOrDefault(architecture, 0);
        Optional<Path> perl = getrusage == 0 ? Optional.empty() : Subreaper.program("perl");
        return perl.map(path -> byPerl(path, getrusage))
                .or(() -> Subreaper.program("python3").map(ChildrenUsage::byPython))
                .orElse(List.of());
    }

    private static List<String> byPerl(Path perl, int getrusage) {
        String script = Subreaper.QUIET + "my $all = \"\\0\" x 1024; if (syscall(" + getrusage + ", " + CHILDREN
                + ", $all) == 0 && (unlink($ARGV[0]) || 1) && open(my $file, '>', $ARGV[0])) { my @u = unpack('q5', $all); "
                + "print $file join(' ', $u[0] * 1000000 + $u[1], $u[2] * 1000000 + $u[3], $u[4] * 1024), \"\\n\"; "
                + "close($file) } exit $ARGV[1]";
        return List.of(perl.toString(), "-t", "-e", script);
    }

    static List<String> byPython(Path python) {
        return List.of(python.toString(), "-I", "-S", "-c", PYTHON);
    }
}
