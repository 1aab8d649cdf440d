package io.banyan.cli.doctor;

import io.banyan.rpc.transport.TlsFiles;
import io.banyan.rpc.transport.TlsLook;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The files with which the daemon encrypts, and how long its certificate lasts. */
record TlsCheck(TlsFiles files, InstantSource clock) implements Check {
    private static final Duration SOON = Duration.ofDays(14);

    @Override
    public String name() {
        return "tls";
    }

    @Override
    public DoctorFinding examine() throws IOException {
        TlsLook look = TlsLook.at(files);
        Instant now = clock.instant();
        String seen = files.certificate() + " is for " + look.subject() + " ";
        if (now.isBefore(look.from())) {
            return problem(
                    seen + "and good from " + look.from() + " only. Set the clock, or name another with --tls-cert.");
        }
        if (now.isAfter(look.until())) {
            return problem(
                    seen + "and has ended at " + look.until() + ". Have a new one made and put it in its place.");
        }
        String lasts = seen + "until " + look.until() + ", and the key is its own";
        return now.plus(SOON).isAfter(look.until())
                ? warning(lasts + ". Have a new one made; a daemon that runs takes it up by itself.")
                : ok(lasts + ".");
    }
}
