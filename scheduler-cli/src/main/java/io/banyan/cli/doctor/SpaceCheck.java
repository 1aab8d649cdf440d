package io.banyan.cli.doctor;

import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much room the disk of the state directory has. */
record SpaceCheck(StateDirectory state, long fewBytes, long tooFewBytes) implements Check {
    private static final long FEW = 1L << 30;
    private static final long TOO_FEW = 64L << 20;

    SpaceCheck(StateDirectory state) {
        this(state, FEW, TOO_FEW);
    }

    @Override
    public String name() {
        return "free space";
    }

    @Override
    public DoctorFinding examine() throws IOException {
        Path place = state.path();
        while (place.getParent() != null && Files.notExists(place)) {
            place = place.getParent();
        }
        long free = Files.getFileStore(place).getUsableSpace();
        String seen = Quantity.bytes(free) + " are free for the journal and the logs";
        if (free < tooFewBytes) {
            return problem(seen + ". Free some space: a daemon that cannot write its journal ends.");
        }
        return free < fewBytes ? warning(seen + ". Free some space before a daemon needs it.") : ok(seen + ".");
    }
}
