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
                    : ok(
                            isElsewhere
                                    ? "The journal is on a server."
                                    : "The journal is in memory and is lost when the daemon ends.");
        }
        boolean isInUse = PidFile.running(state.pid()).isPresent();
        Optional<String> lost = isInUse ? Optional.empty() : LostPast.at(state, isOfChild);
        if (lost.isPresent()) {
            return problem(lost.get().replace("\nMaybe: ", " Maybe: "));
        }
        if (!isThere) {
            return ok("There is no journal yet; the first start creates it.");
        }
        if (!Files.isReadable(journal) || !Files.isWritable(journal)) {
            return problem(
                    "The journal " + journal
                            + " is not both readable and writable for this user. Run the daemon as the owner of the file, or change the owner with chown.");
        }
        JournalLook look = JournalLook.at(journal, isInUse);
        JournalVerification.verify(journal, isInUse);
        return seen(look);
    }

    private DoctorFinding seen(JournalLook look) throws IOException {
        String what =
                state.journal() + ", " + Quantity.bytes(Files.size(state.journal())) + ", schema " + look.schema();
        if (look.schema() < look.newest()) {
            return ok(what + ", which the next start upgrades to " + look.newest() + ".");
        }
        return look.isUnfinished()
                ? ok(
                        what
                                + "; the last daemon was interrupted, and the next start applies the remaining write-ahead log.")
                : ok(what + ".");
    }

    private DoctorFinding inTheWay() {
        return problem(
                "The state directory " + state.path() + " contains a journal on disk, and a daemon with a journal "
                        + (isElsewhere ? "on a server" : "in memory")
                        + " would not write to it. Start without --journal, or with another --state.");
    }
}
