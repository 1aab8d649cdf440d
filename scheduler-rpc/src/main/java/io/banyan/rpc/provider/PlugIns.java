package io.banyan.rpc.provider;

import io.banyan.provider.ExternalProviderFactory;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The search for provider plug-ins: those without a library of their own are on the class path; each of the others has
 * a directory that is named after its kind and contains its jars. A directory is opened only when a provider of its
 * kind is requested, so that other commands have no cost. Only that plug-in sees the jars in it, beside those of the
 * daemon itself, so that two plug-ins can use two versions of a library.
 *
 * <p>Any thread. A plug-in that was opened stays open until the process ends.
 */
final class PlugIns {
    /**
     * Where the directories are, as {@link File#pathSeparator} joins them: the launcher's own, and before it those of
     * {@code BANYAN_PROVIDERS}.
     */
    static final String PROPERTY = "banyan.providers";

    private static final String VARIABLE = "BANYAN_PROVIDERS";
    private static final PlugIns OF_THIS_PROCESS = new PlugIns(directories(
            System.getenv().getOrDefault(VARIABLE, "") + File.pathSeparator + System.getProperty(PROPERTY, "")));

    private final List<Path> directories;
    private final Map<String, Optional<ExternalProviderFactory>> opened = new ConcurrentHashMap<>();

    PlugIns(List<Path> directories) {
        this.directories = List.copyOf(directories);
    }

    static PlugIns ofThisProcess() {
        return OF_THIS_PROCESS;
    }

    private static List<Path> directories(String joined) {
        return Arrays.stream(joined.split(File.pathSeparator, -1))
                .filter(word -> !word.isBlank())
                .map(Path::of)
                .toList();
    }

    /**
     * The plug-in of this kind.
     *
     * @throws IllegalArgumentException with one sentence, where there is none
     */
    ExternalProviderFactory factory(String kind) {
        return opened.computeIfAbsent(kind, this::find)
                .orElseThrow(() -> new IllegalArgumentException("There is no kind of provider '" + kind
                        + "'; expected one of " + String.join(", ", kinds()) + "."));
    }

    private Optional<ExternalProviderFactory> find(String kind) {
        Optional<ExternalProviderFactory> near = among(ServiceLoader.load(ExternalProviderFactory.class), kind);
        return near.isPresent()
                ? near
                : directories.stream()
                        .map(directory -> directory.resolve(kind))
                        .filter(directory -> isName(kind) && Files.isDirectory(directory))
                        .flatMap(directory ->
                                among(ServiceLoader.load(ExternalProviderFactory.class, loader(directory)), kind)
                                        .stream())
                        .findFirst();
    }

    private static Optional<ExternalProviderFactory> among(
            ServiceLoader<ExternalProviderFactory> factories, String kind) {
        for (ExternalProviderFactory factory : factories) {
            if (factory.kind().equals(kind)) {
                return Optional.of(factory);
            }
        }
        return Optional.empty();
    }

    /** A kind comes from the configuration, and names a directory: it must not lead out of the plug-ins'. */
    private static boolean isName(String kind) {
        return kind.matches("[A-Za-z0-9][A-Za-z0-9_-]*");
    }

    @SuppressWarnings("resource")
    private static ClassLoader loader(Path directory) {
        // Not closed: its classes are in use as long as the daemon is.
        return new URLClassLoader(
                "provider " + directory.getFileName(), jars(directory), PlugIns.class.getClassLoader());
    }

    private static URL[] jars(Path directory) {
        List<URL> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.jar")) {
            for (Path file : files) {
                jars.add(file.toUri().toURL());
            }
        } catch (MalformedURLException e) {
            throw new IllegalStateException("a file has a URL", e);
        } catch (IOException e) {
            throw new UncheckedIOException("The plug-in in " + directory + " cannot be read: " + e.getMessage(), e);
        }
        return jars.toArray(URL[]::new);
    }

    /** All that are there, in the order of their names; those in directories are not opened for that. */
    private Set<String> kinds() {
        Set<String> kinds = new TreeSet<>();
        ServiceLoader.load(ExternalProviderFactory.class).forEach(factory -> kinds.add(factory.kind()));
        for (Path directory : directories) {
            try (DirectoryStream<Path> names = Files.newDirectoryStream(directory, Files::isDirectory)) {
                names.forEach(name -> kinds.add(String.valueOf(name.getFileName())));
            } catch (IOException notThere) {
                // Messages name the directory for administrators that install a plug-in there.
            }
        }
        return kinds;
    }
}
