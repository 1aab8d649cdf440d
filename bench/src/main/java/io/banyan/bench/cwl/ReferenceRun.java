package io.banyan.bench.cwl;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.engine.RunOutcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs by the reference implementation, {@code cwltool}, as a process for each test. */
final class ReferenceRun implements CaseRun.Runner {
    private static final long LIMIT_SECONDS = 120;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String program;

    ReferenceRun(String program) {
        this.program = program;
    }

    @Override
    public RunOutcome run(SuiteCase test, Path scratch) throws IOException, InterruptedException {
        Files.createDirectories(scratch);
        List<String> words = new ArrayList<>(
                List.of(program, "--quiet", "--outdir", scratch.resolve("out").toString()));
        words.addAll(List.of("--tmpdir-prefix", scratch.resolve("tmp") + "/", test.tool()));
        test.job().ifPresent(words::add);
        File out = scratch.resolve("stdout").toFile();
        File err = scratch.resolve("stderr").toFile();
        Process process = new ProcessBuilder(words)
                .directory(scratch.toFile())
                .redirectOutput(out)
                .redirectError(err)
                .start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            return new RunOutcome.Failed(List.of("did not end within " + LIMIT_SECONDS + " s"));
        }
        if (process.exitValue() == 0 && JSON.readTree(out) instanceof ObjectNode outputs) {
            return new RunOutcome.Succeeded(outputs);
        }
        return new RunOutcome.Failed(List.of(lastLine(err)));
    }

    private static String lastLine(File err) throws IOException {
        List<String> lines = Files.readAllLines(err.toPath());
        return lines.isEmpty() ? "no message" : lines.getLast();
    }
}
