package io.banyan.cli.doctor;

import java.util.Locale;

/** The meaning of a finding for a daemon. */
enum DoctorVerdict {
    /** The daemon can do its work. */
    OK,
    /** The daemon can run, but the administrator should know the finding. */
    WARNING,
    /** The daemon cannot do its work, or not as it was configured to. */
    PROBLEM;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
