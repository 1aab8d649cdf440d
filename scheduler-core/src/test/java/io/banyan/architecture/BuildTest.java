package io.banyan.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.architecture.SourceTree.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lists of test classes that {@code mvn verify} leaves to {@code mvn -Pall verify}. */
class BuildTest {
    private static final Pattern LIST = Pattern.compile("(?s)<(long|slow)\\.tests>(.*?)</");
    private static final Pattern BY_SIMPLE_NAME = Pattern.compile("\\*\\*/(\\w+Test)\\.java");

    private final SourceTree tree = SourceTree.ofThisProject();
    private final List<Path> tests = tree.textFiles().stream()
            .map(SourceFile::path)
            .filter(path -> path.contains("src/test/java/") && path.endsWith("Test.java"))
            .map(Path::of)
            .toList();

    @Test
    void classesAreListedByTheirSimpleNames() {
        assertThat(listed())
                .isNotEmpty()
                .allMatch(pattern -> BY_SIMPLE_NAME.matcher(pattern).matches());
    }

    @Test
    void eachListedClassExistsOnce() {
        List<String> wrong = listed().filter(pattern ->
                        tests.stream().filter(test -> isListedAs(pattern, test)).count() != 1)
                .toList();
        assertThat(wrong)
                .as("listed in pom.xml, and not the name of exactly one test class")
                .isEmpty();
    }

    @Test
    void eachPackageOfTestsKeepsOneThatVerifyRuns() {
        List<String> patterns = listed("slow").toList();
        Map<Path, List<Path>> keptByPackage = new TreeMap<>();
        for (Path test : tests) {
            List<Path> kept = keptByPackage.computeIfAbsent(test.getParent(), directory -> new ArrayList<>());
            if (patterns.stream().noneMatch(pattern -> isListedAs(pattern, test))) {
                kept.add(test);
            }
        }
        List<Path> without = keptByPackage.entrySet().stream()
                .filter(entry -> entry.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        assertThat(without).as("packages whose tests only -Pall runs").isEmpty();
    }

    private static boolean isListedAs(String pattern, Path test) {
        return pattern.equals("**/" + test.getFileName());
    }

    private Stream<String> listed() {
        return Stream.concat(listed("long"), listed("slow"));
    }

    /** The patterns of a list. The profile "all" empties the list "slow" by a pattern that matches nothing. */
    private Stream<String> listed(String list) {
        SourceFile pom = tree.textFiles().stream()
                .filter(file -> file.path().equals("pom.xml"))
                .findFirst()
                .orElseThrow();
        return LIST.matcher(String.join("\n", pom.lines()))
                .results()
                .filter(found -> found.group(1).equals(list))
                .flatMap(found -> Arrays.stream(found.group(2).split(",")))
                .map(String::strip)
                .filter(pattern -> !pattern.equals("**/none"));
    }
}
