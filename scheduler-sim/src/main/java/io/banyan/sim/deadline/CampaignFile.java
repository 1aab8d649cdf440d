package io.banyan.sim.deadline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The file of a campaign: a comment with the parameters, the names of the columns, and a line for each run, in order.
 * A campaign that was interrupted continues with the first unit that is not complete, so that its file is the same as
 * without the interruption. Not thread-safe.
 */
public final class CampaignFile implements AutoCloseable {
    private static final int HEAD_LINES = 2;
    private static final String MARK = "# ";

    private final FileChannel channel;
    private int units;

    private CampaignFile(FileChannel channel, int units) {
        this.channel = channel;
        this.units = units;
    }

    /**
     * The content of a file.
     *
     * @param description the parameters
     * @param runs those that are complete
     */
    public record Content(String description, List<CampaignRun> runs) {
        /** Copies the list. */
        public Content {
            runs = List.copyOf(runs);
        }
    }

    /**
     * Creates the file of a campaign, or continues it. Complete units stay in the file at each instant. The file is
     * locked until it is closed. O(lines).
     *
     * @throws IllegalArgumentException with one sentence, if the file is that of another campaign, damaged, in use, or
     *     not a regular file
     */
    public static CampaignFile open(Path path, DeadlineCampaign campaign) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IllegalArgumentException(path + " is not a regular file; choose another file");
        }
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(path, channel);
            return continued(path, channel, campaign);
        } catch (IOException | IllegalArgumentException e) {
            channel.close();
            throw e;
        }
    }

    private static void lock(Path path, FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            throw new IllegalArgumentException(path + " is in use by another campaign of this process", e);
        }
        throw new IllegalArgumentException(path + " is in use by another process");
    }

    /**
     * Reads through the locked channel. A second descriptor of the file would end the lock when it is closed, since a
     * POSIX lock belongs to the process.
     */
    private static String text(FileChannel channel) throws IOException {
        return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
    }

    private static CampaignFile continued(Path path, FileChannel channel, DeadlineCampaign campaign)
            throws IOException {
        String head = MARK + campaign.description() + "\n" + CampaignRun.HEADER + "\n";
        String found = text(channel);
        requireColumns(path, completeLines(found));
        if (!found.startsWith(head) && !head.startsWith(found)) {
            throw new IllegalArgumentException(
                    path + " is the file of another campaign, or of other parameters; choose another file");
        }
        boolean isNew = !found.startsWith(head);
        List<String> lines = completeLines(isNew ? head : found);
        int perUnit = campaign.runsPerUnit();
        int units = (lines.size() - HEAD_LINES) / perUnit;
        List<String> kept = lines.subList(0, HEAD_LINES + units * perUnit);
        runs(path, kept, campaign.order());
        long length = 0;
        for (String line : kept) {
            length += line.length() + 1;
        }
        channel.truncate(isNew ? 0 : length);
        channel.position(0);
        var file = new CampaignFile(channel, units);
        file.write(isNew ? head : "");
        channel.position(length);
        return file;
    }

    /** Refuses the file of a campaign with the columns of another version. */
    private static void requireColumns(Path path, List<String> lines) {
        if (lines.size() >= HEAD_LINES && isCampaign(lines) && !lines.get(1).equals(CampaignRun.HEADER)) {
            throw new IllegalArgumentException(path + " is the file of a campaign of another version: it has "
                    + lines.get(1).split(",", -1).length + " columns that are not the "
                    + CampaignRun.HEADER.split(",", -1).length
                    + " of this version; run the campaign into another file");
        }
    }

    private static boolean isCampaign(List<String> lines) {
        return lines.getFirst().startsWith(MARK + CampaignDescription.BEGIN)
                && lines.get(1).startsWith(CampaignRun.FIRST_COLUMNS);
    }

    private static List<String> completeLines(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            lines.add(text.substring(from, end));
            from = end + 1;
        }
        return lines;
    }

    /**
     * Reads a file. O(lines).
     *
     * @throws IllegalArgumentException with one sentence, if the file is not that of a campaign, or damaged
     */
    public static Content read(Path path) throws IOException {
        List<String> lines = completeLines(Files.readString(path));
        requireColumns(path, lines);
        if (lines.size() < HEAD_LINES || !isCampaign(lines)) {
            throw new IllegalArgumentException(path + " is not the file of a campaign");
        }
        String description = lines.getFirst().substring(MARK.length());
        CampaignOrder order =
                checked(path, 1, () -> CampaignDescription.parse(description).order());
        return new Content(description, runs(path, lines, order));
    }

    /** The runs on the lines after the head, if each is in its place. */
    private static List<CampaignRun> runs(Path path, List<String> lines, CampaignOrder order) {
        List<CampaignRun> runs = new ArrayList<>();
        for (int i = HEAD_LINES; i < lines.size(); i++) {
            String line = lines.get(i);
            int place = i - HEAD_LINES;
            runs.add(checked(path, i + 1, () -> order.checked(CampaignRun.parse(line), place)));
        }
        return runs;
    }

    private static <T> T checked(Path path, int lineNumber, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ", line " + lineNumber + ": " + e.getMessage(), e);
        }
    }

    /** The number of complete units. */
    public int units() {
        return units;
    }

    /** Appends the runs of the next unit. */
    public void add(List<CampaignRun> unit) throws IOException {
        var text = new StringBuilder();
        unit.forEach(run -> text.append(run.line()).append('\n'));
        write(text.toString());
        units++;
    }

    private void write(String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
