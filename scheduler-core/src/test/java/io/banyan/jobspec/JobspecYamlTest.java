package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Jobs;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobspecYamlTest {
    private static Jobspec with(String value) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("A", value);
        environment.put("B", "x");
        Jobspec jobspec = any();
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                jobspec.attributes().withVariables(environment));
    }

    private static Jobspec any() {
        return Jobs.jobspec("2 slot { 4 core } for 60");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "yes",
                "no",
                "~",
                "null",
                "0022",
                "0x10",
                "1e3",
                ".5",
                "12:30:00",
                "- a",
                "a: b",
                "#",
                "'\"",
                "%d",
                "@x",
                "a\nb\n",
                "\n a\n  b",
                "a\n\n\n",
                "tab\tand\ttab\n",
                "trailing \nspace ",
                "\u001B[0m",
                "a\u0085b",
                "\u2028",
                "\uFEFF",
                "\uD83D\uDE00",
                "a\r\nb",
                "---\na",
                "{{tmpdir}}/x",
                "a,b]"
            })
    void textsAreReadBackAsTheyWere(String value) throws JobspecException {
        Jobspec jobspec = with(value);
        assertThat(JobspecReader.read(JobspecYaml.write(jobspec), "yaml")).isEqualTo(jobspec);
    }

    @Test
    void aScriptStandsThereAsItIs() {
        Jobspec jobspec =
                JobFiles.carriedBy(any(), JobFiles.script("script", "#!/bin/sh\nif true; then\n  echo 1\nfi\n"));
        assertThat(JobspecYaml.write(jobspec))
                .contains("data: |\n          #!/bin/sh\n          if true; then\n            echo 1\n          fi\n");
    }
}
