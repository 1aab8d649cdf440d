package io.banyan.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.architecture.SourceTree.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The width of Java sources, the first words of doc comments, and phrases that comments must not contain. */
class CommentsTest {
    private static final int WIDEST_LINE_COLUMNS = 120;

    /**
     * The first word of a doc comment that has no noun as its subject, or that needs another comment to be understood.
     */
    private static final Pattern DOC_COMMENT_WITHOUT_SUBJECT =
            Pattern.compile("/\\*\\*[\\s*]*(What|Who|Whom|Whose|Of|It|Its|Those|They|The same|As above|As)\\b");

    /** A block comment or the lines of a line comment; a comment after code has a space before it. */
    private static final Pattern COMMENT =
            Pattern.compile("(?m)^[ ]*/\\*(?s:.*?)\\*/|(?:^[ ]*//.*(?:\n|$))+|(?<= )// .*$");

    /** Phrases that hide the subject, or that the field does not use. */
    private static final Pattern RIDDLING_PHRASE = Pattern.compile(
            "\\b(anew|in vain|spoilt|be it that|(is|are|was|were) let in)\\b", Pattern.CASE_INSENSITIVE);

    private static final String TEXT_BLOCK = "\"\"\"";

    /** A string, an import or one long word, none of which the formatter can break. */
    private static final Pattern UNBREAKABLE = Pattern.compile("(?!\\s*(\\*|//|/\\*)).*\".*|import .*|[\\s/*]*\\S+");

    private final List<SourceFile> sources = SourceTree.ofThisProject().textFiles().stream()
            .filter(file -> file.path().contains("/java/") && file.path().endsWith(".java"))
            .toList();

    @Test
    void linesHaveAtMost120Columns() {
        assertThat(sources.stream().flatMap(CommentsTest::wideLines)).isEmpty();
    }

    @Test
    void docCommentsBeginWithWhatTheyDescribe() {
        assertThat(sources.stream().flatMap(CommentsTest::docCommentsWithoutSubject))
                .isEmpty();
    }

    @Test
    void commentsUseWordsOfTheField() {
        assertThat(sources.stream().flatMap(CommentsTest::riddlingPhrases)).isEmpty();
    }

    /** The lines outside of text blocks that are too wide. */
    private static Stream<String> wideLines(SourceFile file) {
        List<String> wide = new ArrayList<>();
        boolean isText = false;
        for (int i = 0; i < file.lines().size(); i++) {
            String line = file.lines().get(i);
            if (!isText
                    && line.codePointCount(0, line.length()) > WIDEST_LINE_COLUMNS
                    && !UNBREAKABLE.matcher(line).matches()) {
                wide.add(file.path() + ":" + (i + 1) + ": " + line.strip());
            }
            isText ^= line.split(TEXT_BLOCK, -1).length % 2 == 0;
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

    private static Stream<String> riddlingPhrases(SourceFile file) {
        return COMMENT.matcher(String.join("\n", file.lines()))
                .results()
                .map(comment -> comment.group().replaceAll("\\s*\n[\\s*/]*", " "))
                .flatMap(comment -> RIDDLING_PHRASE.matcher(comment).results())
                .map(phrase -> file.path() + ": " + phrase.group());
    }
}
