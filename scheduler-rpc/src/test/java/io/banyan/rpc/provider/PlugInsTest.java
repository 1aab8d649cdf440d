package io.banyan.rpc.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.provider.ExternalProviderFactory;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlugInsTest {
    private static final String SOURCE = """
            package elsewhere;
            import io.banyan.provider.*;
            import java.util.Map;
            public final class Tents implements ExternalProviderFactory {
                public String kind() { return "tents"; }
                public void check(String name, Map<String, String> options) {}
                public ExternalProvider create(ProviderContext context, Map<String, String> options) {
                    throw new IllegalArgumentException("no tents for " + context.name());
                }
            }
            """;

    @TempDir
    Path directory;

    @Test
    void aPlugInIsOpenedInADirectoryThatIsNamedAfterItsKind() throws Exception {
        install("tents");
        ExternalProviderFactory factory = new PlugIns(List.of(directory)).factory("tents");
        assertThat(factory.kind()).isEqualTo("tents");
        assertThat(factory.getClass().getClassLoader()).isNotEqualTo(PlugIns.class.getClassLoader());
    }

    @Test
    void whatIsOnTheClassPathNeedsNoDirectory() {
        assertThat(new PlugIns(List.of()).factory("file").kind()).isEqualTo("file");
    }

    @Test
    void aKindThatIsNowhereIsNamedWithThoseThatAreThere() throws Exception {
        Files.createDirectory(directory.resolve("huts"));
        var plugIns = new PlugIns(List.of(directory, directory.resolve("missing")));
        assertThatThrownBy(() -> plugIns.factory("tents"))
                .hasMessage("There is no kind of provider 'tents'; expected one of exec, file, huts, slurm.");
        assertThatThrownBy(() -> plugIns.factory("huts")).hasMessageContaining("no kind of provider 'huts'");
    }

    @Test
    void aKindDoesNotLeadOutOfTheDirectory() throws Exception {
        install("tents");
        var inside = new PlugIns(List.of(Files.createDirectory(directory.resolve("inside"))));
        assertThatThrownBy(() -> inside.factory("../tents")).hasMessageContaining("no kind");
    }

    /** Compiles a plug-in as its author would, and packs it. */
    private void install(String kind) throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        Path source = Files.writeString(
                Files.createDirectories(directory.resolve("src")).resolve("Tents.java"), SOURCE);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String path = Path.of(ExternalProviderFactory.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        int status = compiler.run(
                null,
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                "-proc:none",
                "-cp",
                path,
                "-d",
                classes.toString(),
                source.toString());
        assertThat(status).isZero();
        Path jar = Files.createDirectories(directory.resolve(kind)).resolve("tents.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("elsewhere/Tents.class"));
            out.write(Files.readAllBytes(classes.resolve("elsewhere/Tents.class")));
            out.putNextEntry(new JarEntry("META-INF/services/" + ExternalProviderFactory.class.getName()));
            out.write("elsewhere.Tents\n".getBytes(StandardCharsets.UTF_8));
        }
    }
}
