package io.banyan.cli.doctor;

import java.util.Locale;

/** What a finding means for a daemon. */
enum DoctorVerdict {
    /** It can do its work. */
    OK,
    /** It can, but somebody should know. */
    WARNING,
    /** It cannot, or not as it was told to. */
    PROBLEM;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
