package io.banyan.cli.doctor;

import java.io.IOException;

/** Looks at one thing that a daemon needs. It changes nothing, and can be asked again. */
interface Check {
    /** Returns the subject of this check, in a few words. */
    String name();

    /**
     * Looks.
     *
     * @throws IOException with one sentence, where that it cannot look is the problem
     */
    DoctorFinding examine() throws IOException;

    /** A daemon can do its work. */
    default DoctorFinding ok(String sentence) {
        return new DoctorFinding(name(), DoctorVerdict.OK, sentence);
    }

    /** Returns a finding that does not prevent a daemon, but that the administrator should know. */
    default DoctorFinding warning(String sentence) {
        return new DoctorFinding(name(), DoctorVerdict.WARNING, sentence);
    }

    /** A daemon cannot do its work. */
    default DoctorFinding problem(String sentence) {
        return new DoctorFinding(name(), DoctorVerdict.PROBLEM, sentence);
    }
}
