package io.banyan.cli.doctor;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Checks that the clock of this machine is not before the last decision of the journal. */
record ClockCheck(InstantSource clock, LastDecision decision) implements Check {
    /** When the last decision of a journal was made. */
    @FunctionalInterface
    interface LastDecision {
        /**
         * Empty where there is none.
         *
         * @throws IOException if the journal cannot be read
         */
        Optional<Instant> at() throws IOException;
    }

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public DoctorFinding examine() {
        Instant now = clock.instant();
        String says = "The clock shows " + now.truncatedTo(ChronoUnit.SECONDS);
        Optional<Instant> last;
        try {
            last = decision.at();
        } catch (IOException saidOfTheJournal) {
            return warning(says + "; there is no readable journal to compare it with.");
        }
        if (last.isEmpty()) {
            return ok(says + "; the journal contains no decisions yet.");
        }
        Duration since = Duration.between(last.get(), now);
        if (since.isNegative()) {
            return problem(
                    says + "; the last decision was made " + Quantity.time(since.negated())
                            + " after that. Set the clock before starting a daemon; timedatectl shows whether it is synchronized.");
        }
        return ok(says + "; the last decision was made " + Quantity.time(since) + " earlier.");
    }
}
