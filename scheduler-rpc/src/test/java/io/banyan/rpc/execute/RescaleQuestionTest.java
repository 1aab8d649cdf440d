package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.jobspec.JobspecReader;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.UserProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job that runs, as far as its directory shows it, and its rescale command. */
@Timeout(60)
class RescaleQuestionTest {
    private static final JobId JOB = new JobId(1);
    private static final String RESOURCES = "{\"version\": 1, \"it's\": \"R\"}\n";

    @TempDir
    private Path directory;

    private final Asking asking = new Asking();

    private JobDirectory job() throws Exception {
        JobDirectory job = JobDirectory.of(new StateDirectory(directory), JOB);
        Files.createDirectories(job.path());
        return job;
    }

    private RescaleQuestion question(String environment, Optional<OsUser> user, String command) throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["sleep", "1"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 60, "cwd": "%s", "environment": {%s},
                  "malleable": {"min": 1, "max": 2, "rescale": ["sh", "-c", "%s"]}}}}""".formatted(directory, environment, command);
        var start = new Effect.StartJob(
                JOB, "", "owner", JobspecReader.read(jobspec, "test"), new TimeWindow(0, 60), false);
        var confining = new Confining(
                new HereNodes("here", true), Optional.empty(), new Processors(List.of()), Optional.empty(), true);
        return new RescaleQuestion(start, new StateDirectory(directory), job(), user, confining, asking);
    }

    private static Event.RescaleAnswered ask(RescaleQuestion question) throws Exception {
        return question.ask(new Effect.Rescale(JOB, 7, 1, 2, RESOURCES, 30_000)).orElseThrow();
    }

    @Test
    void theCommandFindsWhatItsJobspecSaysAndWhatIsProposed() throws Exception {
        String command =
                "echo $SAID in $(pwd -P) $BANYAN_JOB_ID $BANYAN_RESCALE $BANYAN_SLOTS $BANYAN_SLOTS_NEW; exit 3";
        RescaleQuestion question = question("\"SAID\": \"it's\", \"BANYAN_JOB_ID\": \"8\"", Optional.empty(), command);
        assertThat(ask(question).why()).isEqualTo("it's in " + directory.toRealPath() + " 1 7 1 2");
        assertThat(job().path().resolve("R.7")).hasContent(RESOURCES);
    }

    /** The job's end ends what was asked as well, which is no answer of the application's. */
    @Test
    void aJobThatEndsWhileItIsAskedIsSaidToEnd() throws Exception {
        RescaleQuestion question = question("", Optional.empty(), "touch asked; while :; do sleep 0.05; done");
        var answer = CompletableFuture.supplyAsync(() -> {
            try {
                return ask(question);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await().until(() -> Files.exists(directory.resolve("asked")));
        asking.end();
        ProcessHandle.current()
                .descendants()
                .filter(it -> it.info().commandLine().orElse("").contains("touch asked; while"))
                .forEach(ProcessHandle::destroy);
        assertThat(answer.get(20, TimeUnit.SECONDS))
                .isEqualTo(new Event.RescaleAnswered(JOB, 7, false, "the job is about to end"));
    }

    @Test
    void whatCannotBeAVariableIsLeftOut() throws Exception {
        RescaleQuestion question =
                question("\"A=B\": \"c\", \"\": \"d\", \"E\": \"f\"", Optional.empty(), "test $E = f");
        assertThat(ask(question)).isEqualTo(new Event.RescaleAnswered(JOB, 7, true, ""));
    }

    /** A variable in which the dynamic linker of every process sees that it is to write a file. */
    @Test
    void noProcessFindsTheVariablesOfAJobBeforeItIsItsUsers() throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root runs jobs as a different user");
        assumeTrue(UserProcess.setpriv().isPresent(), "this machine has no setpriv");
        OsUser nobody = OsUser.find("nobody");
        for (Path entered : List.of(directory, job().path().resolveSibling("."))) {
            Files.setPosixFilePermissions(entered, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        nobody.own(job().path());
        Path traces = Files.createDirectory(directory.resolve("traces"));
        nobody.own(traces);
        String environment = "\"LD_DEBUG\": \"files\", \"LD_DEBUG_OUTPUT\": \"" + traces.resolve("of") + "\"";
        Event.RescaleAnswered answer = ask(question(environment, Optional.of(nobody), "id -u > traces/user"));
        assertThat(answer.why()).isEmpty();
        assertThat(traces.resolve("user")).hasContent(nobody.uid() + "\n");
        try (Stream<Path> files = Files.list(traces)) {
            List<Path> found = files.filter(it -> !it.endsWith("user")).toList();
            assumeTrue(!found.isEmpty(), "the linker of this machine writes no such files");
            for (Path file : found) {
                assertThat(ForeignFile.owner(file)).as(file.toString()).isEqualTo(nobody.uid());
            }
        }
    }

    @Test
    void aJobThatIsAboutToEndIsNotAskedAnyMore() throws Exception {
        RescaleQuestion question = question("", Optional.empty(), "touch asked");
        asking.end();
        assertThat(ask(question)).isEqualTo(new Event.RescaleAnswered(JOB, 7, false, "the job is about to end"));
        assertThat(directory.resolve("asked")).doesNotExist();
    }
}
