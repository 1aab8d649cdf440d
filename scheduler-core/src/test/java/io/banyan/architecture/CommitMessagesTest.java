package io.banyan.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that checks messages of commits, as a hook and on ranges. */
class CommitMessagesTest {
    private static final String GOOD = "match: stop at the first rack that fits\n\nA request visited all racks.\n";

    @TempDir
    Path repository;

    /** The exit status of a command, and what it wrote. */
    private record Result(int status, String output) {}

    @BeforeEach
    void needsGit() throws IOException, InterruptedException {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/git"))).isTrue();
        assertThat(run("git", "init", "-q", "-b", "main").status()).isZero();
    }

    @Test
    void takesSubjectAndReason() throws Exception {
        assertThat(check(GOOD)).isEqualTo(new Result(0, ""));
    }

    @Test
    void takesSubjectOf72CharactersAndNoLonger() throws Exception {
        String longest = "match: " + "é".repeat(65);
        assertThat(check(longest + "\n\nThe reason is this.\n").status()).isZero();
        Result refused = check(longest + "e\n\nThe reason is this.\n");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.output()).contains("The subject has 73 characters; at most 72 are allowed.");
    }

    @Test
    void refusesMessageWithoutReason() throws Exception {
        assertThat(check("match: stop early\n").output()).contains("There is no body that says why.");
        assertThat(check("match: stop early\n\nSigned-off-by: A <a@example.org>\n")
                        .output())
                .contains("There is no body that says why.");
    }

    @Test
    void refusesSubjectWithoutAreaOrWithFullStop() throws Exception {
        assertThat(check("Stop early\n\nIt was slow.\n").output()).contains("does not begin with an area");
        assertThat(check("match: stop early.\n\nIt was slow.\n").output()).contains("ends with a full stop");
    }

    @Test
    void refusesBodyThatFollowsAtOnce() throws Exception {
        assertThat(check("match: stop early\nIt was slow.\n").output()).contains("The second line is not empty.");
    }

    @Test
    void ignoresWhatGitLeavesOut() throws Exception {
        String template = "# On branch main\n# ------------------------ >8 ------------------------\n+ a line\n";
        assertThat(check(GOOD + template).status()).isZero();
        assertThat(check("match: stop early\n\n# only a comment\n" + template).status())
                .isEqualTo(1);
    }

    @Test
    void takesMessagesThatGitWrote() throws Exception {
        assertThat(check("Merge branch 'main' into feature\n").status()).isZero();
        assertThat(check("fixup! match: stop early\n").status()).isZero();
    }

    @Test
    void refusesCommitAsHook() throws Exception {
        Path hooks = Files.createDirectories(repository.resolve(".git/hooks"));
        Files.deleteIfExists(hooks.resolve("commit-msg"));
        Files.createSymbolicLink(hooks.resolve("commit-msg"), script());
        assertThat(commit("match: stop early").status()).isEqualTo(1);
        assertThat(commit(GOOD).status()).isZero();
    }

    @Test
    void namesEachCommitOfRangeThatHasFaults() throws Exception {
        commit("start: the first\n\nIt is outside the range.");
        commit("match: stop early");
        commit(GOOD);
        Result result = run(script().toString(), "HEAD~2..HEAD");
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.output()).contains(" match: stop early\n").contains("1 of 2 messages have faults");
        assertThat(run(script().toString(), "HEAD~1..HEAD")).isEqualTo(new Result(0, ""));
    }

    @Test
    void tellsWrongUse() throws Exception {
        assertThat(run(script().toString()).status()).isEqualTo(2);
        assertThat(run(script().toString(), "no-such-branch..HEAD").status()).isEqualTo(2);
    }

    private Result check(String message) throws IOException, InterruptedException {
        Path file = repository.resolve("message");
        Files.writeString(file, message);
        return run(script().toString(), file.toString());
    }

    private Result commit(String message) throws IOException, InterruptedException {
        return run(
                "git",
                "-c",
                "user.name=T",
                "-c",
                "user.email=t@example.org",
                "commit",
                "-q",
                "--allow-empty",
                "-m",
                message);
    }

    private static Path script() {
        return SourceTree.ofThisProject().root().resolve(".ci/commit-messages");
    }

    private Result run(String... command) throws IOException, InterruptedException {
        Path output = repository.resolveSibling(repository.getFileName() + ".output");
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command)))
                .directory(repository.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        // Inside a hook, these name the repository that the tests run for.
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(output);
        Files.delete(output);
        return new Result(process.exitValue(), said);
    }
}
