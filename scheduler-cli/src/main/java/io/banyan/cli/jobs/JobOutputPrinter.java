package io.banyan.cli.jobs;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobEnd;
import io.banyan.cli.call.JobView;
import io.banyan.cli.call.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ResultStream;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.OutputMessages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Prints the output of a job's processes as it arrives, unchanged. */
final class JobOutputPrinter {
    private static final long SHORTEST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 500;
    private static final int MOST_PENDING = 8;
    /** More characters of output do not stand in a document. */
    private static final int MOST_COLLECTED = 16 << 20;

    private final Target target;
    private final Asked asked;
    private final Terminal terminal;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    /** The beginning of a character whose end has not come. */
    private final ByteBuffer rest = ByteBuffer.allocate(MOST_PENDING);

    /** The text that stands in the document at the end; null where each piece is printed as it comes. */
    private @Nullable StringBuilder collected;

    /**
     * Where below the instance that is asked the job's instance was, which has ended; without steps for a job of the
     * instance that is asked.
     */
    private InstancePath below = new InstancePath(List.of());
    /** Why the job's instance did not answer itself. */
    private String ended = "";

    private boolean isCut;
    private long offset;
    private boolean hasWritten;
    private long pause = SHORTEST_PAUSE_MILLIS;
    private final long longestPause;
    private Consumer<JobRecord> hearer = job -> {};

    JobOutputPrinter(Asked asked, Terminal terminal) {
        this(asked, terminal, LONGEST_PAUSE_MILLIS);
    }

    private JobOutputPrinter(Asked asked, Terminal terminal, long longestPause) {
        this.longestPause = longestPause;
        this.asked = asked;
        this.target = asked.target();
        this.terminal = terminal;
    }

    /** Output for a user who types at a terminal and waits for it. */
    static JobOutputPrinter ofTerminal(Asked asked, Terminal terminal) {
        return new JobOutputPrinter(asked, terminal, SHORTEST_PAUSE_MILLIS);
    }

    /** Also passes on the daemon's records of the job from now on. */
    void hearing(Consumer<JobRecord> other) {
        hearer = other;
    }

    /**
     * A job with its output, as one document.
     *
     * @param output the output of its processes
     * @param outputCut whether they wrote more, which {@code banyan logs} prints
     */
    record WithOutput(@JsonUnwrapped JobView job, String output, boolean outputCut) {}

    /**
     * Prints the output of a job until its end: for people as it arrives, as JSON in one document with the ended job.
     */
    JobRecord printToEnd(JobId job) {
        collected = asked.isData() ? new StringBuilder() : null;
        JobRecord ended = print(job, true);
        asked.printData(new WithOutput(JobView.of(ended), collected == null ? "" : collected.toString(), isCut));
        return ended;
    }

    /** Prints the present output of a job, and if requested the later output until its end. */
    JobRecord print(JobId job, boolean follows) {
        while (true) {
            try (BanyanClient client = connect()) {
                return print(client, job, follows);
            } catch (ClientException e) {
                if (asksAbove(e)) {
                    continue;
                }
                if (!follows || !JobEnd.isPassing(e.failure())) {
                    throw CommandFailure.no(ended + e.getMessage());
                }
                sleep(LONGEST_PAUSE_MILLIS);
            }
        }
    }

    private List<JobId> way() {
        return target.instance().map(InstancePath::jobs).orElse(List.of());
    }

    private BanyanClient connect() throws ClientException {
        int up = below.jobs().size();
        return up == 0 ? target.connect() : target.connectTo(new InstancePath(way().subList(0, way().size() - up)));
    }

    /**
     * Chooses the instance above to be asked next, where there is one: it keeps the output of ended instances in its
     * jobs.
     */
    private boolean asksAbove(ClientException refused) {
        int up = below.jobs().size() + 1;
        if (refused.failure() != Failure.NOT_FOUND || up > way().size()) {
            return false;
        }
        ended = up == 1 ? refused.getMessage() + "; " : ended;
        below = new InstancePath(way().subList(way().size() - up, way().size()));
        return true;
    }

    private JobRecord print(BanyanClient client, JobId job, boolean follows) throws ClientException {
        while (true) {
            OutputMessages.Piece piece = client.queueing().output(new OutputMessages.Wanted(below, job, offset));
            hearer.accept(piece.job());
            if (piece.isTruncated()) {
                asked.tell("banyan: The output of job " + job
                        + " was truncated. It continues from the beginning of the file.");
                offset = 0;
                rest.clear();
                continue;
            }
            byte[] data = piece.bytes();
            offset += data.length;
            write(job, data);
            boolean isDone = data.length == 0 && (piece.isLast() || !follows);
            if (isDone || terminal.isLost()) {
                return piece.job();
            }
            pause = data.length > 0 ? SHORTEST_PAUSE_MILLIS : Math.min(2 * pause, longestPause);
            if (data.length == 0) {
                sleep(pause);
            }
        }
    }

    /** For programs, a line for each piece. */
    private record Written(long job, String text) {}

    /** Whether nothing was there to print. */
    boolean wasNothing() {
        return !hasWritten;
    }

    private void write(JobId job, byte[] data) {
        if (data.length == 0) {
            return;
        }
        hasWritten = true;
        if (terminal.bytes().isPresent() && !asked.isData()) {
            write(terminal.bytes().get(), data);
        } else {
            write(job, text(data));
        }
    }

    private static void write(ResultStream to, byte[] data) {
        try {
            to.write(data);
        } catch (IOException lost) {
            // It is said at the end, as of every result.
        }
    }

    private CharBuffer text(byte[] data) {
        ByteBuffer all = ByteBuffer.allocate(rest.position() + data.length);
        all.put(rest.flip()).put(data).flip();
        CharBuffer text = CharBuffer.allocate(all.remaining() + 1);
        decoder.decode(all, text, false);
        rest.clear();
        rest.put(all);
        return text.flip();
    }

    private void write(JobId job, CharBuffer text) {
        if (collected != null) {
            int room = Math.max(0, MOST_COLLECTED - collected.length());
            isCut |= text.length() > room;
            collected.append(text, 0, Math.min(room, text.length()));
        } else if (asked.isData()) {
            asked.printLine(new Written(job.value(), text.toString()), Written::text);
        } else {
            terminal.out().print(text);
            terminal.out().flush();
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.no("interrupted; the job continues");
        }
    }
}
