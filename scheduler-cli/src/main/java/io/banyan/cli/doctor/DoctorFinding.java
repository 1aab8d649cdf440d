package io.banyan.cli.doctor;

import io.banyan.cli.output.Sentence;

/**
 * The result of one check.
 *
 * @param check what was looked at
 * @param verdict what it means
 * @param sentence what was seen, on one line; where not all is well, what to do as well
 */
record DoctorFinding(String check, DoctorVerdict verdict, String sentence) {
    /** Puts the sentence on one line. */
    DoctorFinding {
        sentence = Sentence.of(sentence).replaceAll("\\s*\\n\\s*", " ");
    }
}
