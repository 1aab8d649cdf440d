package io.banyan.rpc.spending;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.banyan.rpc.files.DiskFull;
import io.banyan.rpc.files.WholeFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The file of a ledger: a line with the number of initial lines, these lines, and the later changes. Each line has a
 * checksum. A change appends a line. A file that has grown long is rewritten beside the old one and replaces it. So an
 * interruption leaves at most one incomplete line, of a change that was not acknowledged. For one thread.
 */
final class LedgerFile {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private static final int VERSION = 1;
    private static final long MOST_BYTES = 1L << 29;
    private static final long SHORT_BYTES = 1L << 16;
    private static final int CHECK_LENGTH = 8;

    private final Path path;
    private long wholeBytes;
    private long bytes;
    /** No line is appended to a file that is missing or may have an incomplete line. */
    private boolean isWhole;

    /** The content of the first line. */
    private record Head(int version, int lines) {}

    /** At this place; nothing is written yet. */
    LedgerFile(Path path) {
        this.path = path;
    }

    /**
     * All that stands there; nothing where there is no such file.
     *
     * @throws IOException with a sentence, where it cannot be read or is damaged
     */
    List<LedgerLine> read() throws IOException {
        isWhole = false;
        byte[] all;
        try {
            if (Files.size(path) > MOST_BYTES) {
                throw damaged(1);
            }
            all = Files.readAllBytes(path);
        } catch (NoSuchFileException none) {
            return List.of();
        }
        // The part after the last line end is an incomplete line.
        String[] lines = new String(all, StandardCharsets.UTF_8).split("\n", -1);
        int whole = lines.length - 1;
        Optional<Head> head = whole == 0 ? Optional.empty() : parsed(lines[0], Head.class);
        if (head.isEmpty() || head.get().version() != VERSION || head.get().lines() > whole - 1) {
            throw damaged(Math.max(1, whole));
        }
        List<LedgerLine> read = new ArrayList<>();
        for (int i = 1; i < whole; i++) {
            Optional<LedgerLine> line = parsed(lines[i], LedgerLine.class);
            if (line.isEmpty()) {
                throw damaged(i + 1);
            }
            read.add(line.get());
        }
        return read;
    }

    private IOException damaged(int line) {
        return new IOException("The ledger " + path + " is damaged at line " + line
                + ", so the spending is unknown.\nMaybe: move it away; the budget then starts again from zero.");
    }

    private static <T> Optional<T> parsed(String line, Class<T> kind) {
        try {
            String json = line.length() > CHECK_LENGTH ? line.substring(CHECK_LENGTH + 1) : "";
            return line.equals(check(json) + " " + json) ? Optional.of(JSON.readValue(json, kind)) : Optional.empty();
        } catch (JsonProcessingException | NullPointerException e) {
            return Optional.empty();
        }
    }

    private static String written(Object content) {
        try {
            String json = JSON.writeValueAsString(content);
            return check(json) + " " + json + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the line of a ledger can be written as JSON", e);
        }
    }

    private static String check(String json) {
        var sum = new CRC32C();
        sum.update(json.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", sum.getValue());
    }

    /** Marks the content of the file as outdated. */
    void outdate() {
        isWhole = false;
    }

    /** Whether a line can be added; otherwise all is to be written. */
    boolean takesMore() {
        return isWhole && bytes <= Math.max(SHORT_BYTES, 2 * wholeBytes);
    }

    /** Adds a change, which is on the disk when this returns. O(its length). */
    void add(LedgerLine line) throws IOException {
        ByteBuffer text = ByteBuffer.wrap(written(line).getBytes(StandardCharsets.UTF_8));
        bytes += text.remaining();
        isWhole = false;
        append(text);
        isWhole = true;
    }

    /** Replaces the file; the new one is on the disk when this returns. O(its length). */
    void replace(List<LedgerLine> lines) throws IOException {
        isWhole = false;
        var text = new ByteArrayOutputStream();
        text.writeBytes(written(new Head(VERSION, lines.size())).getBytes(StandardCharsets.UTF_8));
        lines.forEach(line -> text.writeBytes(written(line).getBytes(StandardCharsets.UTF_8)));
        WholeFile.write(path, text.toByteArray());
        wholeBytes = text.size();
        bytes = wholeBytes;
        isWhole = true;
    }

    private void append(ByteBuffer text) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (text.hasRemaining()) {
                channel.write(text);
            }
            channel.force(true);
        } catch (IOException e) {
            throw DiskFull.named(e, path);
        }
    }
}
