package io.banyan.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Traces of real machines, where they lie beside the project. */
class RealTracesTest {
    private static Trace read(String name, Counted counted) throws Exception {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolveSibling("shared/data/traces"))) {
            directory = directory.getParent();
        }
        assumeTrue(directory != null, "no ../shared/data/traces beside the project");
        Path file = directory.resolveSibling("shared/data/traces").resolve(name);
        try (InputStream in = Files.newInputStream(file)) {
            return TraceFile.read(in, name, counted);
        }
    }

    @Test
    void aModelsJobs() throws Exception {
        Trace trace = read("lublin-256.swf", Counted.PROCESSORS);
        assertThat(trace.nodes()).isEqualTo(256);
        assertThat(trace.workload().jobs()).hasSize(10_000);
        assertThat(trace.workload().remarks()).isEmpty();
    }

    @Test
    void columnsBehindThoseOfTheFormat() throws Exception {
        Trace trace = read("metacentrum-wagap-2013.swf", Counted.PROCESSORS);
        assertThat(trace.workload().jobs()).hasSize(17_898);
        assertThat(trace.workload().remarks())
                .contains(
                        "2 jobs left out: a negative run time",
                        "17900 jobs on a line with more fields than the format has; the others are ignored");
    }

    @Test
    void anExcerptSaysThatItIsNotAll() throws Exception {
        Trace trace = read("hpc2n-excerpt.swf", Counted.PROCESSORS);
        assertThat(trace.workload().remarks())
                .contains("the header states 527371 jobs, but the file has 3170", "25 jobs left out: no run time");
    }

    @Test
    void jobsOfSlurm() throws Exception {
        Trace trace = read("cirrus-2024q1-sacct.csv", Counted.NODES);
        assertThat(trace.workload().jobs()).isNotEmpty();
        assertThat(trace.processors()).isGreaterThan(trace.workload().largest());
    }
}
