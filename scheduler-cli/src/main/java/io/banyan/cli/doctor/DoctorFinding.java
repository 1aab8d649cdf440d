package io.banyan.cli.doctor;

import io.banyan.cli.output.Sentence;

/**
 * The result of one check.
 *
 * @param check the name of the check
 * @param verdict its result
 * @param sentence the observation, on one line; for a problem, with the remedy
 */
record DoctorFinding(String check, DoctorVerdict verdict, String sentence) {
    /** Puts the sentence on one line. */
    DoctorFinding {
        sentence = Sentence.of(sentence).replaceAll("\\s*\\n\\s*", " ");
    }
}
