package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.jobspec.JobspecReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Variables that the processes of a job get from its jobspec. */
class JobEnvironmentTest {
    /** Bash, where it is sh, and dash end where a script exports one of them. */
    @Test
    void variablesThatAShellKeepsForItselfAreLeftOut() throws Exception {
        for (String name : List.of(
                "UID", "EUID", "PPID", "SHELLOPTS", "BASHOPTS", "BASH_VERSINFO", "OPTIND", "BANYAN_COMMAND_OF")) {
            String jobspec = """
                    {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                     "tasks": [{"command": ["true"], "slot": "s", "count": {"per_slot": 1}}],
                     "attributes": {"system": {"environment": {"A": "1", "%s": "x"}}}}""".formatted(name);
            Map<String, String> said = JobEnvironment.said(JobspecReader.read(jobspec, "test"));
            assertThat(said).as(name).isEqualTo(Map.of("A", "1"));
        }
    }
}
