package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Dependency;
import io.banyan.jobspec.JobFiles;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.jobspec.ShellOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobspecs that are made of batch scripts and of the options beside them, as a dry run shows them. */
class ScriptOptionsTest {
    @TempDir
    private Path directory = Path.of("");

    private Path script(String... lines) throws IOException {
        return Files.writeString(
                directory.resolve("job.sh"), "#!/bin/bash\n" + String.join("\n", lines) + "\necho done\n");
    }

    private Run dryRun(Path script, String... options) {
        List<String> words = new ArrayList<>(List.of("submit", "--dry-run", "--export=NONE"));
        words.addAll(List.of(options));
        words.add(script.toString());
        return Run.banyan(words.toArray(String[]::new));
    }

    private Jobspec jobspec(Path script, String... options) throws JobspecException {
        Run run = dryRun(script, options);
        assertThat(run.err()).isEmpty();
        return JobspecReader.read(run.out(), "dry run");
    }

    private static long tasks(Jobspec jobspec) {
        return jobspec.resources().getFirst().count().max();
    }

    @Test
    void aScriptRunsOnceFromAFileOfTheJobspec() throws Exception {
        Path script = script("#SBATCH -n 4");
        Jobspec jobspec = jobspec(script);
        assertThat(jobspec.tasks().getFirst().command()).containsExactly("/bin/bash", "{{tmpdir}}/script");
        assertThat(jobspec.tasks().getFirst().count().count()).isOne();
        assertThat(tasks(jobspec)).isEqualTo(4);
        JobFiles.JobFile file =
                JobFiles.of(jobspec.attributes()).files().values().iterator().next();
        assertThat(new String(file.bytes(), StandardCharsets.UTF_8)).isEqualTo(Files.readString(script));
        assertThat(jobspec.attributes().jobName()).contains("job.sh");
    }

    @Test
    void theInterpreterHasOneArgumentAsTheKernelReadsIt() throws Exception {
        Path script = Files.writeString(directory.resolve("job.py"), "#! /usr/bin/env  -S python3 -u \nprint(1)\n");
        assertThat(jobspec(script).tasks().getFirst().command())
                .containsExactly("/usr/bin/env", "-S python3 -u", "{{tmpdir}}/script");
    }

    @Test
    void wordsThatBeginWithAnAtSignAreNoFilesOfArguments() throws Exception {
        Path list = Files.writeString(directory.resolve("list"), "--tasks=7");
        Run run = dryRun(script("#BANYAN @" + list));
        assertThat(run.err()).contains("'@" + list + "' is not an option of a job");
        Run command = Run.banyan("submit", "--dry-run", "-n", "1", "--", "cat", "@" + list);
        assertThat(command.out()).contains("- '@" + list + "'\n");
    }

    @Test
    void directivesOfEachDialectSayOptions() throws Exception {
        Jobspec jobspec = jobspec(script(
                "",
                "# a comment",
                "#SBATCH --ntasks=3 -c2 -J 'my job' # three",
                "#BANYAN --queue batch",
                "# flux: --time-limit=1.5h --bank physics",
                "   # another",
                "#FLUX: --urgency=20"));
        assertThat(tasks(jobspec)).isEqualTo(3);
        Attributes attributes = jobspec.attributes();
        assertThat(attributes.jobName()).contains("my job");
        assertThat(attributes.queue()).contains("batch");
        assertThat(attributes.durationSec()).isEqualTo(5_400);
        assertThat(attributes.account()).contains("physics");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SBATCH -n two|BANYAN -c 2|2: SBATCH: --tasks must be a whole number, found 'two'",
                "BANYAN -n 1|SBATCH --time=abc|3: SBATCH: --time: expected a time",
                "SBATCH --array=1-x|SBATCH -n 1|2: SBATCH: --array: '1-x' is not an idset",
                "BANYAN -N 2|BANYAN --mem=lots|3: BANYAN: --mem",
                "BANYAN --tasks-per-node=1|BANYAN -t x|3: BANYAN: --time: expected a time",
                "FLUX: -N 2|FLUX: -n 1|3: FLUX: "
            })
    void aWrongValueIsRefusedWithItsLine(String first, String second, String message) throws Exception {
        Path script = script("#" + first, "#" + second);
        Run run = dryRun(script);
        assertThat(run.err()).startsWith("banyan: " + script + ":" + message.replaceFirst(": ", ": #"));
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
    }

    @Test
    void aWrongValueOfTheCommandLineHasNoLine() throws Exception {
        assertThat(dryRun(script("#SBATCH -n 2", "#SBATCH -c 2"), "-n", "two").err())
                .startsWith("banyan: --tasks must be a whole number, found 'two'");
    }

    @Test
    void theCommandLineWinsOverDirectivesAndThoseOfBanyanOverOthers() throws Exception {
        Path script = script(
                "#BANYAN -n 2 --env B=1",
                "#SBATCH -n 3 -t 5 --mem=4G",
                "#SBATCH -t 7",
                "#BANYAN --env C=2",
                "#SBATCH --dependency=afterok:1:2,afterany:3");
        Jobspec jobspec = jobspec(script);
        assertThat(tasks(jobspec.withSlots(Count.exactly(1)))).isOne();
        assertThat(jobspec.attributes().durationSec()).isEqualTo(420);
        assertThat(jobspec.attributes().environment()).containsEntry("B", "1").containsEntry("C", "2");
        assertThat(Conditions.of(jobspec).dependencies().stream().map(Dependency::scheme))
                .containsExactly(Dependency.Scheme.AFTEROK, Dependency.Scheme.AFTERANY);
        Jobspec other = jobspec(script, "-n", "5", "-t", "1", "--mem-per-task=1G", "--env", "D=3");
        assertThat(tasks(other)).isEqualTo(5);
        assertThat(other.attributes().durationSec()).isEqualTo(60);
        assertThat(other.attributes().environment()).containsOnlyKeys("D");
    }

    @Test
    void directivesBehindTheFirstCommandAreComments() throws Exception {
        assertThat(tasks(jobspec(script("#SBATCH -n 2", "echo", "#SBATCH -n 4 --mail-user=me", "#BANYAN --nothing"))))
                .isEqualTo(2);
        assertThat(tasks(jobspec(script("##SBATCH -n 9", " #SBATCH -n 9", "# SBATCH -n 9", "#SBATCHES -n 9"))))
                .isOne();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "#SBATCH --mail-user=me; #SBATCH: --mail-user is not supported here: Banyan sends no mail",
                "#SBATCH --magic; #SBATCH: sbatch has no option --magic",
                "#SBATCH -n; #SBATCH: -n requires a value",
                "#SBATCH --hold=yes; #SBATCH: --hold does not accept a value, found 'yes'",
                "#SBATCH job.dat; #SBATCH: 'job.dat' is not an option",
                "#SBATCH --gres=gpu:a100:2; #SBATCH: --gres: expected gpu:N",
                "#FLUX: -o mpi=none; #FLUX: -o is not supported here: Banyan does not have the shell options of Flux",
                "#BANYAN --parsable; #BANYAN: '--parsable' is not an option of a job",
                "#BANYAN --dry-run; #BANYAN: '--dry-run' is not an option of a job"
            })
    void whatHasNoMeaningIsRefusedByNameAndLineOrLeftOut(String line, String sentence) throws Exception {
        Path script = script("#SBATCH -c 2", line);
        Run refused = dryRun(script);
        assertThat(refused.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(refused.err()).startsWith("banyan: " + script + ":3: " + sentence);
        assertThat(refused.err()).contains("\n--lenient ignores it.");
        assertThat(refused.out()).isEmpty();
        Run lenient = dryRun(script, "--lenient");
        assertThat(lenient.status()).isEqualTo(ExitStatus.DONE);
        assertThat(lenient.err()).startsWith("banyan: " + script + ":3: ").contains("ignored: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "#SBATCH -J 'a; a quotation mark (') is not closed on that line",
                "#BANYAN --urgency much; 'much' is not an int",
                "#SBATCH --time=soon; --time: expected a time",
                "#SBATCH -N 4 -n 2; --tasks 2 is less than --nodes 4"
            })
    void wrongValuesAreRefused(String line, String sentence) throws Exception {
        for (boolean lenient : new boolean[] {false, true}) {
            Run run = lenient ? dryRun(script(line), "--lenient") : dryRun(script(line));
            assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.WRONG_USE);
            assertThat(run.err()).contains(sentence);
        }
    }

    @Test
    void valuesOfSlurmAreTranslated() throws Exception {
        Jobspec jobspec = jobspec(script(
                "#SBATCH --gres=gpu:2 --ntasks-per-node=2 -N 1-3 --open-mode=truncate",
                "#SBATCH -o out.%A_%4a.%N.%s -e err.%J --begin=now+2hours -D /tmp --export=NIL",
                "#SBATCH -C 'a100&!old' -x n3 -d afternotok:1?afternotok:4 -A physics -p batch -Q --no-requeue"));
        assertThat(jobspec.resources().getFirst().count()).isEqualTo(new Count(1, 3, Count.Operator.ADD, 1));
        ShellOptions options = ShellOptions.of(jobspec.attributes());
        assertThat(options.output().orElseThrow().text()).isEqualTo("out.%A_%4a.%N.batch");
        assertThat(options.errors().orElseThrow().text()).isEqualTo("err.%j");
        assertThat(options.truncates()).isTrue();
        assertThat(jobspec.attributes().cwd()).contains("/tmp");
        assertThat(jobspec.attributes().constraint())
                .hasToString(
                        "{\"and\": [{\"properties\": [\"a100\", \"^old\"]}, {\"not\": [{\"hostlist\": [\"n3\"]}]}]}");
        assertThat(Conditions.of(jobspec).dependencies().getFirst().any()).isTrue();
        assertThat(Conditions.of(jobspec).beginMillis()).isPresent();
    }

    /** Nobody sends the input of a submitted job, and without signs of life its instance would end. */
    @Test
    void aSubmittedJobspecOfAllocReadsNoSubmittersInput() throws Exception {
        String alloc = Run.banyan("alloc", "-n", "1", "--dry-run", "--export=NONE", "sleep", "9")
                .out();
        assertThat(alloc).contains("service");
        Path jobspec = Files.writeString(directory.resolve("alloc.yaml"), alloc);
        assertThat(Run.banyan("submit", "--dry-run", jobspec.toString()).out())
                .contains("instance", "/dev/null")
                .doesNotContain("service");
    }

    @Test
    void aFileWithArgumentsThatIsNoScriptIsTold() throws Exception {
        Path script = directory.resolve("job.sh");
        String[] words = {"submit", "--dry-run", "--export=NONE", script.toString(), "a", "b"};
        assertThat(Run.banyan(words).err()).contains("job.sh: no such file");
        Files.writeString(script, "echo\n");
        assertThat(Run.banyan(words).err()).contains("Maybe the first line #!/bin/bash is missing");
    }

    @Test
    void aScriptThatNoMachineCanRunIsRefused() throws Exception {
        Path script = directory.resolve("job.sh");
        refused(Files.writeString(script, "#!/bin/sh\r\necho\r\n"), "the lines end with CR LF");
        refused(Files.writeString(script, "#!/bin/sh\necho \0\n"), "contains a NUL character");
        refused(Files.writeString(script, "\uFEFF#!/bin/sh\necho\n"), "a byte order mark (U+FEFF) stands before '#!'");
        refused(Files.writeString(script, "#!\necho\n"), "must be followed by the path of the interpreter");
        refused(Files.writeString(script, "#SBATCH -n 4\necho\n"), "Maybe the first line #!/bin/bash is missing");
        refused(Files.writeString(script, "echo\n"), "Maybe the first line #!/bin/bash is missing");
        refused(Files.writeString(script, "#!/bin/sh\n" + "#".repeat(JobFiles.MOST_BYTES)), "262144 bytes");
        refused(Files.writeString(script, "#!/bin/sh\n" + "#".repeat(10_000_000)), "the limit of 262144 bytes");
        refused(Files.write(script, new byte[] {'#', '!', '/', 'b', '\n', (byte) 0xE9, '\n'}), "not UTF-8 text");
        refused(directory, "is a directory, expected a file");
        refused(directory.resolve("nowhere"), "no such file");
    }

    private void refused(Path script, String sentence) {
        Run run = dryRun(script);
        assertThat(run.err()).contains(sentence);
        assertThat(run.out()).isEmpty();
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
    }

    @Test
    void aDryRunCanBeSubmitted() throws Exception {
        Run run = dryRun(script("#SBATCH -N 2 -n 5 --mem=4G"));
        Run again = Run.banyanReading(run.out(), "submit", "--dry-run", "--export=NONE", "-");
        assertThat(again.out()).isEqualTo(run.out());
        assertThat(Run.banyan("match", "allocate", "--dry-run", "-N", "2").out())
                .contains("- type: slot\n  count: 2\n");
        for (String command : List.of("explain", "grow", "spawn")) {
            assertThat(Run.banyan(command, "--dry-run", "-n", "3").out())
                    .as(command)
                    .contains("- type: slot\n  count: 3\n");
        }
    }
}
