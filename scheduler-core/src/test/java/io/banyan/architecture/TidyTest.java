package io.banyan.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.architecture.SourceTree.Declaration;
import io.banyan.architecture.SourceTree.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** House style that a machine can check, over every module's sources. */
class TidyTest {
    private static final int MOST_FILES_OF_A_PACKAGE = 60;
    private static final int LONGEST_MAIN_FILE_LINES = 500;
    private static final int LONGEST_METHOD_LINES = 70;
    private static final int WIDEST_DOCUMENT_COLUMNS = 120;
    private static final Pattern WIDE_LINE = Pattern.compile(".{" + WIDEST_DOCUMENT_COLUMNS + "}.");
    private static final Pattern EMPTY_SUFFIX = Pattern.compile(".*(Impl|Base|Utils?|Manager|Helper)");

    // The words are written in two parts, so that this file may pass its own test.
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b");
    private static final Pattern STANDARD_OUTPUT =
            Pattern.compile("\\bSystem\\.o" + "ut\\b|\\.printStack" + "Trace\\(");
    private static final Pattern PATH_OF_ONE_MACHINE =
            Pattern.compile("(?<![\\w.}])/(wo" + "rk|ro" + "ot|home|Users|tmp/bash_" + "jobs)/");
    private static final Pattern PACKAGE_REGISTRY = Pattern.compile("(repo1?\\.maven|registry\\.npm"
            + "js|files\\.pythonhosted|proxy\\.go" + "lang)\\.|\\bpypi\\.o" + "rg\\b" + "|repo\\.maven\\.apa" + "che");
    private static final Pattern DESCRIBED_NULL_MARKED_PACKAGE =
            Pattern.compile("(?s).*/\\*\\*\\s*(?<sentence>\\S.*?)\\*/\\s*@NullMarked\\s+package\\s.*");

    private final SourceTree tree = SourceTree.ofThisProject();

    @Test
    void mainFilesAreShort() {
        List<String> tooLong = tree.mainFiles().stream()
                .filter(file -> file.lines().size() > LONGEST_MAIN_FILE_LINES)
                .map(file -> file.path() + " (" + file.lines().size() + " lines)")
                .toList();
        assertThat(tooLong)
                .as("files of more than %d lines", LONGEST_MAIN_FILE_LINES)
                .isEmpty();
    }

    @Test
    void packagesAreSmall() {
        Map<String, Long> files = tree.mainFiles().stream()
                .map(file -> Path.of(file.path()))
                .filter(path -> !path.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(
                        path -> path.getParent().toString(), TreeMap::new, Collectors.counting()));
        files.values().removeIf(count -> count <= MOST_FILES_OF_A_PACKAGE);
        assertThat(files)
                .as("packages of more than %d files", MOST_FILES_OF_A_PACKAGE)
                .isEmpty();
    }

    @Test
    void methodsAreShort() {
        List<Declaration> tooLong = tree.methods().stream()
                .filter(method -> method.lines() > LONGEST_METHOD_LINES)
                .toList();
        assertThat(tooLong)
                .as("methods of more than %d lines", LONGEST_METHOD_LINES)
                .isEmpty();
    }

    @Test
    void typesAreNamedAfterWhatTheyAre() {
        List<Declaration> badlyNamed = tree.types().stream()
                .filter(type -> EMPTY_SUFFIX.matcher(type.name()).matches())
                .toList();
        assertThat(badlyNamed)
                .as("types whose names end in a word without meaning")
                .isEmpty();
    }

    @Test
    void noTwoTypesShareASimpleName() {
        Map<String, List<String>> pathsByName = tree.mainFiles().stream()
                .map(SourceFile::path)
                .filter(path -> !path.endsWith("package-info.java") && !path.endsWith("module-info.java"))
                .collect(Collectors.groupingBy(
                        path -> Path.of(path).getFileName().toString(), TreeMap::new, Collectors.toList()));
        pathsByName.values().removeIf(paths -> paths.size() == 1);
        assertThat(pathsByName).isEmpty();
    }

    /** The names of Returning and Returns, for example, do not tell a reader which is which. */
    @Test
    void noTypeIsTheGerundOfAnothersPlural() {
        Set<String> names = tree.mainFiles().stream()
                .map(file -> Path.of(file.path()).getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        List<String> pairs = names.stream()
                .filter(name -> name.endsWith("ing"))
                .filter(name -> {
                    String stem = name.substring(0, name.length() - "ing".length());
                    return names.contains(stem + "s") || names.contains(stem + "es");
                })
                .toList();
        assertThat(pairs).as("gerunds of types with plurals").isEmpty();
    }

    @Test
    void nothingIsLeftUnfinished() {
        assertThat(linesWith(UNFINISHED, tree.textFiles())).isEmpty();
    }

    @Test
    void onlyTheCommandLineAndBenchmarksPrint() {
        List<SourceFile> silent = tree.mainFiles().stream()
                .filter(file -> !file.path().startsWith("scheduler-cli/")
                        && !file.path().startsWith("bench/"))
                .toList();
        assertThat(linesWith(STANDARD_OUTPUT, silent)).isEmpty();
    }

    @Test
    void noFileKnowsTheMachineItWasWrittenOn() {
        assertThat(linesWith(PATH_OF_ONE_MACHINE, tree.textFiles())).isEmpty();
    }

    @Test
    void noFileNamesAPackageRegistry() {
        assertThat(linesWith(PACKAGE_REGISTRY, tree.textFiles())).isEmpty();
    }

    @Test
    void documentsAreWithinAScreen() {
        List<SourceFile> documents = tree.textFiles().stream()
                .filter(file -> file.path().endsWith(".md"))
                .toList();
        assertThat(linesWith(WIDE_LINE, documents))
                .as("lines of documents over %d columns", WIDEST_DOCUMENT_COLUMNS)
                .isEmpty();
    }

    @Test
    void everyPackageIsNullMarkedAndSaidInOneSentence() {
        Map<String, String> infoByPackage = new TreeMap<>();
        for (SourceFile file : tree.mainFiles()) {
            Path path = Path.of(file.path());
            String directory = path.getParent().toString();
            infoByPackage.putIfAbsent(directory, "");
            if (path.endsWith("package-info.java")) {
                infoByPackage.put(directory, String.join("\n", file.lines()));
            }
        }
        List<String> undescribed = infoByPackage.entrySet().stream()
                .filter(entry -> !isDescribed(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        assertThat(undescribed)
                .as("packages without a package-info.java of a Javadoc sentence and @NullMarked")
                .isEmpty();
    }

    private static boolean isDescribed(String packageInfo) {
        Matcher matcher = DESCRIBED_NULL_MARKED_PACKAGE.matcher(packageInfo);
        return matcher.matches() && matcher.group("sentence").contains(".");
    }

    private static List<String> linesWith(Pattern pattern, List<SourceFile> files) {
        List<String> found = new ArrayList<>();
        for (SourceFile file : files) {
            for (int i = 0; i < file.lines().size(); i++) {
                String line = file.lines().get(i);
                if (pattern.matcher(line).find()) {
                    found.add(file.path() + ":" + (i + 1) + ": " + line.strip());
                }
            }
        }
        return found;
    }
}
