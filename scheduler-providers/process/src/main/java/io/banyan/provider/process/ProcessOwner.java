package io.banyan.provider.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * A runner of executables. The next process with the same words knows the runs of this one. A process that is killed
 * cannot end the executables that it started. They would continue beside the next process, and bring resources that no
 * call waits for. So the first run of a process ends all runs that an earlier process left on this machine as the same
 * user, as a run is ended that takes too long.
 *
 * <p>Any thread may call.
 */
public final class ProcessOwner {
    private static final String THIS_PROCESS = UUID.randomUUID().toString();

    private final String ofAll;
    private final String ofThisProcess;
    private boolean isAlone;

    /** Creates an owner with these words, which are unique among the owners that run executables on this machine. */
    public ProcessOwner(List<String> words) {
        String name = UUID.nameUUIDFromBytes(String.join("\n", words).getBytes(StandardCharsets.UTF_8))
                .toString();
        this.ofAll = name + ".";
        this.ofThisProcess = ofAll + THIS_PROCESS + ".";
    }

    /**
     * {@link ProgramRun#run}, when nothing goes on any more that an earlier process has left.
     *
     * @throws IOException as that says
     */
    public ProgramRun run(List<String> command, byte[] input, Duration timeout) throws IOException {
        endEarlier();
        return ProgramRun.run(command, input, timeout, ofThisProcess + UUID.randomUUID());
    }

    /** Other calls that run an executable wait for it. */
    private synchronized void endEarlier() {
        if (!isAlone) {
            new Descendants(mark -> mark.startsWith(ofAll) && !mark.startsWith(ofThisProcess)).endAll();
            isAlone = true;
        }
    }
}
