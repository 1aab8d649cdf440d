package io.banyan.engine.task;

import io.banyan.workflow.engine.StagedFile;
import io.banyan.workflow.engine.TaskPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** The files that are made before a task starts. */
public final class StagedFiles {
    private StagedFiles() {}

    /**
     * Makes the directories of a task, and its files in order. Files of an interrupted earlier call are removed first.
     *
     * @throws IOException if that is not possible
     */
    public static void make(TaskPlace place, List<StagedFile> staging) throws IOException {
        for (Path directory : List.of(place.outdir(), place.tmpdir(), place.stage())) {
            remove(directory);
            Files.createDirectories(directory);
        }
        for (StagedFile file : staging) {
            make(file);
        }
    }

    private static void make(StagedFile file) throws IOException {
        Path parent = file.target().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        switch (file) {
            case StagedFile.Link link -> Files.createSymbolicLink(link.target(), link.source());
            case StagedFile.Text text -> Files.writeString(text.target(), text.text());
            case StagedFile.Directory directory -> Files.createDirectories(directory.target());
            case StagedFile.Copy copy -> copy(copy.source(), copy.target());
        }
    }

    private static void copy(Path source, Path target) throws IOException {
        Path real = source.toRealPath();
        List<Path> all;
        try (Stream<Path> walk = Files.walk(real)) {
            all = walk.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path file : all) {
            Path to = target.resolve(real.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(to);
            } else {
                Files.copy(file, to);
            }
            if (!to.toFile().setWritable(true, true)) {
                throw new IOException("cannot make '" + to + "' writable");
            }
        }
    }

    /** Removes a directory with all that is in it; links are removed, and not followed. */
    static void remove(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) throws IOException {
                if (!Files.isWritable(visited)) {
                    Files.setPosixFilePermissions(visited, PosixFilePermissions.fromString("rwx------"));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, java.io.IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
