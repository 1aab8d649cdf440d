package io.banyan.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine and the version of a measurement: every benchmark prints them with its figures. */
public record MachineDescription(String processor, int processors, String jdk, String commit) {

    /** This one; the processes are assumed to run on the same JDK as this. */
    public static MachineDescription here() {
        return new MachineDescription(
                model(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
                readCommit());
    }

    private static String model() {
        Path info = Path.of("/proc/cpuinfo");
        try (Stream<String> lines = Files.lines(info)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.name") + " " + System.getProperty("os.arch");
        }
    }

    private static String readCommit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty")
                    .redirectErrorStream(true)
                    .start();
            String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 ? text : "unknown";
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    @Override
    public String toString() {
        return processors + " x " + processor + "; " + jdk + "; commit " + commit;
    }
}
