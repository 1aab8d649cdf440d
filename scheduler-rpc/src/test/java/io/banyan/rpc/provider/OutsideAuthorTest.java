package io.banyan.rpc.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ExternalProviderFactory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.contract.ProviderBackend;
import io.banyan.provider.contract.ProviderContract;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of a provider that is a project of its own: compiled against the core and the kit as its author does,
 * with its test, packed, and found where a daemon finds plug-ins, it keeps the contract.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutsideAuthorTest extends ProviderContract {
    private static final Path EXAMPLE = Path.of("..", "examples", "providers", "berths");

    @TempDir
    private Path directory;

    private ExternalProviderFactory factory = new FileProviderFactory();

    @BeforeAll
    void install(@TempDir Path plugIns) throws Exception {
        Path classes = Files.createDirectory(plugIns.resolve("classes"));
        compile(classes);
        Path jar = Files.createDirectory(plugIns.resolve("berths")).resolve("berths.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            add(classes, out);
            add(EXAMPLE.resolve("src/main/resources"), out);
        }
        factory = new PlugIns(List.of(plugIns)).factory("berths");
    }

    private static void compile(Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<Path> sources = files(EXAMPLE.resolve("src")).stream()
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
            boolean isDone = compiler.getTask(
                            said,
                            files,
                            null,
                            List.of(
                                    "-proc:none",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "-d",
                                    classes.toString()),
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(isDone).as(said.toString()).isTrue();
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void add(Path directory, JarOutputStream out) throws IOException {
        for (Path file : files(directory)) {
            out.putNextEntry(new JarEntry(directory.relativize(file).toString()));
            out.write(Files.readAllBytes(file));
        }
    }

    /** Returns the backend that the example's own test has, with the provider as a daemon makes it. */
    @Override
    protected ProviderBackend outside() throws Exception {
        Path harbour = Files.createTempDirectory(directory, "harbour");
        Constructor<?> made = Class.forName(
                        "org.example.berths.BerthsTest$Harbour",
                        true,
                        factory.getClass().getClassLoader())
                .getDeclaredConstructor(Path.class);
        made.setAccessible(true);
        return new Installed((ProviderBackend) made.newInstance(harbour), harbour);
    }

    private final class Installed implements ProviderBackend {
        private final ProviderBackend outside;
        private final Path harbour;

        Installed(ProviderBackend outside, Path harbour) {
            this.outside = outside;
            this.harbour = harbour;
        }

        @Override
        public ExternalProvider provider(ProviderContext context) {
            Map<String, String> options = Map.of("path", harbour.toString());
            factory.check(context.name(), options);
            return factory.create(context, options);
        }

        @Override
        public Set<String> running() {
            return outside.running();
        }

        @Override
        public List<Fault> faults() {
            return outside.faults();
        }

        @Override
        public void settle() throws InterruptedException {
            outside.settle();
        }

        @Override
        public void close() {
            outside.close();
        }
    }
}
