package io.banyan.provider.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes a command the parent of its orphaned descendants, whatever their session and environment (prctl(2),
 * PR_SET_CHILD_SUBREAPER). So all of them are found below the command as long as it runs. No shell can ask the kernel
 * for that, so that perl or python3 does, and becomes the command then. Linux only.
 */
public final class Subreaper {
    private static final int SET_CHILD_SUBREAPER = 36;
    /** The number of the system call prctl, by the architecture as Java names it. */
    private static final Map<String, Integer> PRCTL = Map.of(
            "amd64",
            157,
            "aarch64",
            167,
            "riscv64",
            167,
            "loongarch64",
            167,
            "ppc64le",
            171,
            "ppc64",
            171,
            "s390x",
            172);

    /** Perl warns of nothing, as 'no warnings' has it; that would take twice as long, since it loads a module. */
    static final String QUIET = "$SIG{__WARN__} = sub {}; ";

    private static final List<String> PREFIX =
            prefix(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));

    /**
     * A function of the shell that runs so: it sets {@code children} to the numbers of the shell's children, and fails
     * where there are none, or the kernel does not report them.
     */
    static final String LEFT = """
            left() {
                children=
                { read -r children < "/proc/$$/task/$$/children"; } 2>/dev/null
                [ "$children" ]
            }
            """;

    /**
     * Lines of the shell that runs so, which end the remaining processes: by SIGTERM, and two seconds later by SIGKILL.
     * They give up after 300 looks, about 30 s, if the kernel does not let a process go. The shell has a function
     * {@code stopping}: as long as that succeeds, another process ends the remaining ones, and these lines wait. A
     * signal does not say that: a job can send one to its own group.
     */
    public static final String CLEARING = LEFT + """
            asked=
            looks=0
            while left && [ "$looks" -lt 300 ]; do
                stopping || {
                    looks=$((looks + 1))
                    for one in $children; do
                        case "$asked " in
                        *" $one "*) [ "$looks" -le 20 ] || kill -s KILL "$one" ;;
                        *) kill -s TERM "$one"; asked="$asked $one" ;;
                        esac
                    done 2>/dev/null
                }
                sleep 0.1 2>/dev/null || sleep 1
            done
            """;

    private Subreaper() {}

    /** Whether this machine has the needed programs. */
    public static boolean isPossible() {
        return !PREFIX.isEmpty();
    }

    /**
     * The words that run a command so; the command alone if this machine lacks the needed programs. Its program is
     * named by an absolute path.
     */
    public static List<String> words(List<String> command) {
        List<String> words = new ArrayList<>(PREFIX);
        words.addAll(command);
        return words;
    }

    private static List<String> prefix(String system, String architecture) {
        if (!system.equals("Linux")) {
            return List.of();
        }
        int prctl = PRCTL.getOrDefault(architecture, 0);
        Optional<Path> perl = prctl == 0 ? Optional.empty() : program("perl");
        return perl.map(path -> byPerl(path, prctl))
                .or(() -> program("python3").map(Subreaper::byPython))
                .orElse(List.of());
    }

    /**
     * The command that makes perl the subreaper. With {@code -t} perl ignores the variables that would make it load
     * code.
     */
    private static List<String> byPerl(Path perl, int prctl) {
        String script = QUIET + "syscall(" + prctl + ", " + SET_CHILD_SUBREAPER
                + ", 1, 0, 0, 0); exec { $ARGV[0] } @ARGV; exit 127";
        return List.of(perl.toString(), "-t", "-e", script);
    }

    /**
     * Python ignores two signals, and ignored signals stay ignored in the command: without SIGPIPE a pipeline does not
     * end.
     */
    static List<String> byPython(Path python) {
        String script = "import ctypes, os, signal, sys; ctypes.CDLL(None).prctl(" + SET_CHILD_SUBREAPER
                + ", 1, 0, 0, 0); signal.signal(signal.SIGPIPE, signal.SIG_DFL); "
                + "signal.signal(signal.SIGXFSZ, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])";
        return List.of(python.toString(), "-I", "-S", "-c", script);
    }

    static Optional<Path> program(String name) {
        return Stream.of(Path.of("/usr/bin", name), Path.of("/bin", name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
