package io.banyan.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.architecture.SourceTree.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The width of Java sources and the first words of doc comments. */
class CommentsTest {
    private static final int WIDEST_LINE_COLUMNS = 120;

    /** The first word of a doc comment that has no noun as its subject, or that needs another comment to be understood. */
    private static final Pattern DOC_COMMENT_WITHOUT_SUBJECT =
            Pattern.compile("/\\*\\*[\\s*]*(What|Who|Whom|Whose|Of|It|Its|Those|They|The same|As above|As)\\b");

    /** A string, an import or one long word, none of which the formatter can break. */
    private static final Pattern UNBREAKABLE = Pattern.compile("(?!\\s*(\\*|//|/\\*)).*\".*|import .*|[\\s/*]*\\S+");

    /** Sources that the rules do not hold yet. Entries are removed, and none is added. */
    private static final List<String> NOT_YET =
            List.of("scheduler-cli/src/", "scheduler-core/src/", "scheduler-rpc/src/test/", "scheduler-sim/src/test/");

    private final List<SourceFile> sources = SourceTree.ofThisProject().textFiles().stream()
            .filter(file -> file.path().contains("/java/") && file.path().endsWith(".java"))
            .toList();

    @Test
    void linesHaveAtMost120Columns() {
        assertThat(checked().flatMap(CommentsTest::wideLines)).isEmpty();
    }

    @Test
    void docCommentsBeginWithWhatTheyDescribe() {
        assertThat(checked().flatMap(CommentsTest::docCommentsWithoutSubject)).isEmpty();
    }

    @Test
    void eachExceptionIsNeeded() {
        List<String> needless = NOT_YET.stream()
                .filter(entry -> sources.stream()
                        .filter(file -> file.path().startsWith(entry))
                        .flatMap(file -> Stream.concat(wideLines(file), docCommentsWithoutSubject(file)))
                        .findAny()
                        .isEmpty())
                .toList();
        assertThat(needless).as("exceptions that can be removed from the list").isEmpty();
    }

    private Stream<SourceFile> checked() {
        return sources.stream().filter(file -> NOT_YET.stream().noneMatch(file.path()::startsWith));
    }

    private static Stream<String> wideLines(SourceFile file) {
        List<String> wide = new ArrayList<>();
        for (int i = 0; i < file.lines().size(); i++) {
            String line = file.lines().get(i);
            if (line.codePointCount(0, line.length()) > WIDEST_LINE_COLUMNS
                    && !UNBREAKABLE.matcher(line).matches()) {
                wide.add(file.path() + ":" + (i + 1) + ": " + line.strip());
            }
        }
        return wide.stream();
    }

    private static Stream<String> docCommentsWithoutSubject(SourceFile file) {
        return DOC_COMMENT_WITHOUT_SUBJECT
                .matcher(String.join("\n", file.lines()))
                .results()
                .map(MatchResult::group)
                .map(opening -> file.path() + ": " + opening.replaceAll("\\s*\n[\\s*]*", " "));
    }
}
