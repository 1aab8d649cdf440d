package io.banyan.rpc.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.rpc.config.CertificateFiles;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The message to a child that is started on another machine: its credential, the certificate of its parent, and its
 * command. It is sent over standard input, where no other user can read it.
 *
 * @param credential of the child
 * @param certificate of a parent that encrypts, in PEM
 * @param command that it is spawned for
 */
public record LaunchLetter(Token credential, Optional<String> certificate, Optional<JobCommand> command) {
    /** Stands for standard input in the place of a credential file. */
    public static final String STANDARD_INPUT = "-";

    private static final int MOST_BYTES = 2 << 20;
    private static final String CREDENTIAL = "credential";
    private static final String CERTIFICATE = "certificate";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<LinkedHashMap<String, String>> TEXTS = new TypeReference<>() {};

    /** The message as bytes. */
    byte[] write() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(CREDENTIAL, TokenFile.text(credential));
        certificate.ifPresent(it -> texts.put(CERTIFICATE, it));
        command.ifPresent(it -> texts.putAll(it.options()));
        try {
            return (JSON.writeValueAsString(texts) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts can be written as JSON", e);
        }
    }

    /**
     * Reads a letter to its end.
     *
     * @throws IOException with one sentence, if it is none
     */
    public static LaunchLetter read(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        try {
            if (bytes.length > MOST_BYTES) {
                throw new IllegalArgumentException("the message is longer than " + MOST_BYTES + " bytes");
            }
            Map<String, String> texts = JSON.readValue(bytes, TEXTS);
            Optional<String> credential = Optional.ofNullable(texts.remove(CREDENTIAL));
            Optional<String> certificate = Optional.ofNullable(texts.remove(CERTIFICATE));
            return new LaunchLetter(
                    Token.of(credential.orElseThrow(
                            () -> new IllegalArgumentException("the message contains no credential"))),
                    certificate,
                    JobCommand.in(texts));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            // Without its contents.
            String why =
                    e instanceof JsonProcessingException ? "the message is not a JSON object of texts" : e.getMessage();
            throw new IOException("The data on standard input is not the start message of a parent: " + why + ".");
        }
    }

    /** Writes its contents to the files that the child's daemon reads. */
    public void leaveIn(StateDirectory directory) throws IOException {
        directory.create();
        TokenFile.write(directory.credential(), credential);
        if (certificate.isPresent()) {
            CertificateFiles.writeParent(directory, certificate.get());
        }
        if (command.isPresent()) {
            command.get().write(directory.command());
        }
    }
}
