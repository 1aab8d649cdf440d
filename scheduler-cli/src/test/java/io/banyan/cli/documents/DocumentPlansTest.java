package io.banyan.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The division of the documentation into sessions: it covers every page with commands. */
@Execution(ExecutionMode.CONCURRENT)
class DocumentPlansTest {
    @Test
    void everyPageWithCommandsHasSessions() {
        List<String> pages = Stream.concat(
                        Stream.of("README.md"),
                        Stream.of("docs/user", "docs/admin", "docs/reference").flatMap(DocumentPlansTest::pages))
                .filter(page -> !Page.steps(Sessions.PROJECT.resolve(page)).isEmpty())
                .toList();
        assertThat(Sessions.byPage()).containsOnlyKeys(pages);
    }

    private static Stream<String> pages(String directory) {
        try (Stream<Path> files = Files.list(Sessions.PROJECT.resolve(directory))) {
            return files
                    .filter(file -> file.toString().endsWith(".md"))
                    .map(file -> Sessions.PROJECT.relativize(file).toString())
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyRuleIsForACommand() {
        assertThat(Sessions.byPage().values().stream().flatMap(List::stream))
                .allSatisfy(session -> assertThat(session.plan()).hasSameSizeAs(session.steps()));
    }

    @Test
    void aCommandGoesOnBehindABackslashAndItsOutputEndsAtTheNext() {
        assertThat(Page.steps(List.of("    $ a \\", "        b", "    one", "    $ c", "prose", "```", "$ d", "```")))
                .containsExactly(
                        new Page.Step(1, "a \\\n        b", "one\n"),
                        new Page.Step(4, "c", ""),
                        new Page.Step(7, "d", ""));
    }

    @Test
    void numbersTimesAndPathsHaveNoPartInAShape() {
        assertThat(Shape.of("job 4: reserved, to start by 2026-11-26 04:27:03\n  in /tmp/a after 59 min 42 s"))
                .isEqualTo(Shape.of("job 12: reserved, to start by 2027-01-01 14:27:03 in /var/b/c after 3 s"));
        assertThat(Shape.of("rank 1 of 4 on node[5,7]")).isEqualTo(Shape.of("rank 0 of 4 on node6"));
        assertThat(Shape.of("job 4: pending")).isNotEqualTo(Shape.of("job 4: running"));
    }

    @Test
    void threeDotsStandForAnyWords() {
        assertThat(Shape.of("a ... c").matches(Shape.of("a b b c"))).isTrue();
        assertThat(Shape.of("a ... c").matches(Shape.of("a b"))).isFalse();
        assertThat(Shape.of("a ...").matches(Shape.of("a"))).isTrue();
        assertThat(Shape.of("a").matches(Shape.of("a b"))).isFalse();
    }
}
