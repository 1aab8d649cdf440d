package io.banyan.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The files of the whole project, of every module, as they were written. */
final class SourceTree {
    private static final Set<String> NOT_OURS =
            Set.of("target", ".git", ".idea", ".vscode", ".settings", "node_modules");
    private static final long LARGEST_TEXT_BYTES = 4_000_000;

    /** Where a declaration stands and how many lines it has. */
    record Declaration(String file, String name, long lines) {
        @Override
        public String toString() {
            return file + ": " + name + " (" + lines + " lines)";
        }
    }

    /** A file relative to the project's directory, with its lines. */
    record SourceFile(String path, List<String> lines) {}

    private final Path root;

    private SourceTree(Path root) {
        this.root = root;
    }

    /** The tree that the working directory lies in. */
    static SourceTree ofThisProject() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(directory.resolve("LICENSE"))
                || !Files.isDirectory(directory.resolve("scheduler-core"))) {
            directory = Optional.ofNullable(directory.getParent())
                    .orElseThrow(() -> new IllegalStateException("no project directory above the working directory"));
        }
        return new SourceTree(directory);
    }

    /** The project's directory. */
    Path root() {
        return root;
    }

    /** Every text file, but what a build or an editor made. */
    List<SourceFile> textFiles() {
        List<SourceFile> texts = new ArrayList<>();
        for (Path file : files()) {
            read(file).ifPresent(lines -> texts.add(new SourceFile(name(file), lines)));
        }
        return texts;
    }

    /** The Java files below {@code src/main/java} of any module. */
    List<SourceFile> mainFiles() {
        return textFiles().stream()
                .filter(file ->
                        file.path().contains("src/main/java/") && file.path().endsWith(".java"))
                .toList();
    }

    /** Every method and constructor with a body, in main and test sources. */
    List<Declaration> methods() {
        List<Declaration> found = new ArrayList<>();
        parse(new DeclarationScanner() {
            @Override
            public Void visitMethod(MethodTree method, Void unused) {
                if (method.getBody() != null) {
                    found.add(declaration(method, method.getName().toString()));
                }
                return super.visitMethod(method, null);
            }
        });
        return found;
    }

    /** Every named class, interface, record and enum, in main and test sources. */
    List<Declaration> types() {
        List<Declaration> found = new ArrayList<>();
        parse(new DeclarationScanner() {
            @Override
            public Void visitClass(ClassTree type, Void unused) {
                if (!type.getSimpleName().isEmpty()) {
                    found.add(declaration(type, type.getSimpleName().toString()));
                }
                return super.visitClass(type, null);
            }
        });
        return found;
    }

    private abstract class DeclarationScanner extends TreeScanner<Void, Void> {
        private CompilationUnitTree unit;
        private SourcePositions positions;

        final void scan(CompilationUnitTree unit, SourcePositions positions) {
            this.unit = unit;
            this.positions = positions;
            scan(unit, (Void) null);
        }

        final Declaration declaration(Tree tree, String name) {
            LineMap lines = unit.getLineMap();
            long first = lines.getLineNumber(positions.getStartPosition(unit, tree));
            long last = lines.getLineNumber(positions.getEndPosition(unit, tree) - 1);
            return new Declaration(
                    SourceTree.this.name(Path.of(unit.getSourceFile().toUri())), name, last - first + 1);
        }
    }

    private void parse(DeclarationScanner scanner) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Path> sources = files().stream()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
        if (sources.isEmpty()) {
            return;
        }
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                scanner.scan(unit, positions);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String name(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private Collection<Path> files() {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return NOT_OURS.contains(directory.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    boolean ours = !NOT_OURS.contains(file.getFileName().toString());
                    if (ours && attributes.isRegularFile() && attributes.size() <= LARGEST_TEXT_BYTES) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.sort(null);
        return files;
    }

    /** The lines of a file; empty where it is no UTF-8 text. */
    private static Optional<List<String>> read(Path file) {
        try {
            return Optional.of(Files.readAllLines(file));
        } catch (CharacterCodingException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
