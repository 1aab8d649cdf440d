package io.banyan.workflow.fill.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret that a server and its workers share: a file that only its owner may read. It is never sent. */
public final class FillSecret {
    private static final int BYTES = 32;
    private static final int MOST_BYTES = 1024;
    private static final String ALGORITHM = "HmacSHA256";
    private static final Set<PosixFilePermission> OF_OWNER =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final byte[] key;

    private FillSecret(byte[] key) {
        this.key = key;
    }

    /**
     * Makes a file with a new secret.
     *
     * @throws IOException if it exists or cannot be written
     */
    public static FillSecret create(Path file) throws IOException {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(OF_OWNER));
        Files.writeString(file, HexFormat.of().formatHex(random) + "\n", StandardOpenOption.WRITE);
        return read(file);
    }

    /**
     * Reads the secret of a file.
     *
     * @throws IOException if others than the owner may read or write it, or it has no secret
     */
    public static FillSecret read(Path file) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        if (!OF_OWNER.containsAll(permissions)) {
            throw new IOException("others than the owner may use '" + file + "'. Maybe: chmod 600 " + file);
        }
        long size = Files.size(file);
        byte[] text =
                size > MOST_BYTES ? new byte[0] : Files.readString(file).strip().getBytes(StandardCharsets.UTF_8);
        if (text.length < BYTES) {
            throw new IOException("'" + file + "' has no secret of " + BYTES + " to " + MOST_BYTES + " bytes");
        }
        return new FillSecret(text);
    }

    /** Returns the proof that the caller knows the secret, for a role and the numbers that both sides drew. */
    byte[] proof(String role, byte[] serverNonce, byte[] workerNonce) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(role.getBytes(StandardCharsets.UTF_8));
            mac.update(serverNonce);
            mac.update(workerNonce);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has " + ALGORITHM, e);
        }
    }
}
