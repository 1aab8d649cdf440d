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
        String seen = files.certificate() + " is issued to " + look.subject() + " ";
        if (now.isBefore(look.from())) {
            return problem(seen + "and becomes valid at " + look.from()
                    + ". Set the clock, or specify another certificate with --tls-cert.");
        }
        if (now.isAfter(look.until())) {
            return problem(
                    seen + "and expired at " + look.until() + ". Obtain a new certificate and replace the file.");
        }
        String lasts = seen + "and is valid until " + look.until() + "; the key matches";
        return now.plus(SOON).isAfter(look.until())
                ? warning(lasts + ". Obtain a new certificate; a running daemon loads it automatically.")
                : ok(lasts + ".");
    }
}
