package io.banyan.cli.doctor;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.LostPast;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.store.JournalLook;
import io.banyan.rpc.store.JournalVerification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The journal of the state directory.
 *
 * @param isElsewhere whether the daemon is to keep its journal on a server instead
 * @param isOfChild whether the instance has a parent
 */
record JournalCheck(StateDirectory state, JournalKind kind, boolean isElsewhere, boolean isOfChild) implements Check {
    @Override
    public String name() {
        return "journal";
    }

    @Override
    public DoctorFinding examine() throws IOException {
        Path journal = state.journal();
        boolean isThere = Files.exists(journal);
        if (isElsewhere || kind == JournalKind.MEMORY) {
            return isThere
                    ? inTheWay()
                    : ok(isElsewhere ? "It is on a server." : "In memory: it ends with the daemon.");
        }
        boolean isInUse = PidFile.running(state.pid()).isPresent();
        Optional<String> lost = isInUse ? Optional.empty() : LostPast.at(state, isOfChild);
        if (lost.isPresent()) {
            return problem(lost.get().replace("\nMaybe: ", " Maybe: "));
        }
        if (!isThere) {
            return ok("There is none yet; the first start makes it.");
        }
        if (!Files.isReadable(journal) || !Files.isWritable(journal)) {
            return problem("The journal " + journal
                    + " cannot be read and written by this user. Run the daemon as its owner, or chown it.");
        }
        JournalLook look = JournalLook.at(journal, isInUse);
        JournalVerification.verify(journal, isInUse);
        return seen(look);
    }

    private DoctorFinding seen(JournalLook look) throws IOException {
        String what =
                state.journal() + ", " + Quantity.bytes(Files.size(state.journal())) + ", schema " + look.schema();
        if (look.schema() < look.newest()) {
            return ok(what + ", which the next start brings to " + look.newest() + ".");
        }
        return look.isUnfinished()
                ? ok(what
                        + "; its last daemon was ended in the middle, and the next start takes up what is in its log.")
                : ok(what + ".");
    }

    private DoctorFinding inTheWay() {
        return problem("The state directory " + state.path() + " has a journal on the disk, and what a daemon with one "
                + (isElsewhere ? "on a server" : "in memory")
                + " does would not be in it. Start without --journal, or on "
                + "another --state.");
    }
}
