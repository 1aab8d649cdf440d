package io.banyan.cli.doctor;

import io.banyan.rpc.daemon.StandbySettings;
import io.banyan.rpc.store.JournalVerification;
import io.banyan.rpc.store.ServerLook;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;

/** The PostgreSQL server that keeps the journal. */
record ServerCheck(StandbySettings sharing, InstantSource clock) implements Check {
    private static final Duration SOME = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "journal server";
    }

    @Override
    public DoctorFinding examine() throws IOException {
        ServerLook look = ServerLook.at(sharing.url(), sharing.passwordFile());
        JournalVerification.verify(sharing.url(), sharing.passwordFile(), look.schema());
        String seen = sharing.url() + " answers, PostgreSQL " + look.server();
        if (!look.isSynced()) {
            return problem(
                    seen
                            + ", and runs with fsync = off: acknowledged transactions can be lost if its machine crashes. Set fsync = on in its postgresql.conf.");
        }
        Duration apart = Duration.between(look.now(), clock.instant());
        if (apart.abs().compareTo(SOME) > 0) {
            return warning(seen + ", but its clock is " + Quantity.time(apart.abs())
                    + (apart.isNegative() ? " ahead of" : " behind")
                    + " the clock of this machine. Synchronize both with a time server.");
        }
        if (look.schema() == 0) {
            return ok(seen + ", fsync is on; there is no journal yet, and the first start creates it.");
        }
        return ok(seen + ", fsync is on; the journal has schema " + look.schema()
                + (look.schema() < look.newest() ? ", which the next leader upgrades to " + look.newest() : "") + ".");
    }
}
