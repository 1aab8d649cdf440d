import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes picocli start faster. A step of the build; the library must be on the class path.
 *
 * <ul>
 *   <li>Class files of versions before 50 are raised to version 52 and given stack map frames. The virtual machine
 * takes
 *       no older ones into an archive of classes.
 *   <li>Groovy's class {@code Closure} is taken to be absent. Picocli looks for it at each start, which opens every
 *       library on the class path.
 * </ul>
 *
 * <p>Usage: java -cp CLASSPATH RaiseClassFiles.java LIBRARY.jar
 */
final class RaiseClassFiles {
    private static final int FIRST_WITH_FRAMES = Opcodes.V1_6;
    private static final int RAISED = Opcodes.V1_8;
    private static final String NOTICE = "META-INF/CHANGES-BY-BANYAN";
    private static final String CHANGES =
            """
            The class files of versions before 50 were raised to version 52 and given stack map frames.
            The method loadClosureClass of picocli.CommandLine$DefaultFactory returns null.
            Nothing else was changed.
            """;
    private static final String FACTORY = "picocli/CommandLine$DefaultFactory";
    private static final String SEARCH = "loadClosureClass";

    private RaiseClassFiles() {}

    public static void main(String[] args) throws IOException {
        Path library = Path.of(args[0]);
        Path raised = Files.createTempFile(library.toAbsolutePath().getParent(), "raised", ".tmp");
        try {
            if (raise(library, raised) > 0) {
                raised.toFile().setReadable(true, false);
                Files.move(raised, library, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(raised);
        }
    }

    /**
     * Writes the library with its classes raised, and answers how many were. The times of the entries stay, so that
     * builds of the same library are the same.
     */
    private static int raise(Path library, Path raised) throws IOException {
        int count = 0;
        try (ZipFile in = new ZipFile(library.toFile());
                OutputStream file = Files.newOutputStream(raised);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (ZipEntry entry : (Iterable<ZipEntry>) in.stream().<ZipEntry>map(it -> it)::iterator) {
                byte[] bytes = read(in, entry);
                if (entry.getName().endsWith(".class") && isOld(bytes)) {
                    bytes = raise(bytes);
                    count++;
                }
                write(out, entry.getName(), entry.getTime(), bytes);
            }
            if (in.getEntry(NOTICE) == null) {
                write(
                        out,
                        NOTICE,
                        in.stream().findFirst().orElseThrow().getTime(),
                        CHANGES.getBytes(StandardCharsets.UTF_8));
            }
        }
        return count;
    }

    private static byte[] read(ZipFile in, ZipEntry entry) throws IOException {
        try (InputStream bytes = in.getInputStream(entry)) {
            return bytes.readAllBytes();
        }
    }

    private static void write(ZipOutputStream out, String name, long time, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(time);
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }

    private static boolean isOld(byte[] bytes) {
        return new ClassReader(bytes).readUnsignedShort(6) < FIRST_WITH_FRAMES;
    }

    private static byte[] raise(byte[] bytes) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        ClassVisitor raising = new ClassVisitor(Opcodes.ASM9, writer) {
            private boolean isFactory;
            private boolean isSearchFound;

            @Override
            public void visit(
                    int version, int access, String name, String signature, String parent, String[] interfaces) {
                super.visit(RAISED, access, name, signature, parent, interfaces);
                isFactory = name.equals(FACTORY);
            }

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                if (!isFactory || !name.equals(SEARCH)) {
                    return method;
                }
                isSearchFound = true;
                returnNull(method);
                return null; // The original body is skipped.
            }

            @Override
            public void visitEnd() {
                if (isFactory && !isSearchFound) {
                    throw new IllegalStateException(FACTORY + " has no method " + SEARCH + " in this version of picocli.");
                }
                super.visitEnd();
            }
        };
        // Subroutines, which no frames can describe, are of compilers before Java 6 with older targets; ASM refuses
        // them by itself.
        new ClassReader(bytes).accept(raising, ClassReader.SKIP_FRAMES);
        return writer.toByteArray();
    }

    private static void returnNull(MethodVisitor method) {
        method.visitCode();
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
