package io.banyan.cli.doctor;

import io.banyan.graph.io.FileTrouble;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Makes checks, one after the other; one that fails has found something, and the others are made all the same. */
final class Examination {
    private Examination() {}

    /** One finding a check, in their order. */
    static List<DoctorFinding> of(List<Check> checks) {
        List<DoctorFinding> findings = new ArrayList<>();
        checks.forEach(check -> findings.add(finding(check)));
        return findings;
    }

    private static DoctorFinding finding(Check check) {
        try {
            return check.examine();
        } catch (IOException e) {
            return check.problem(FileTrouble.sentence(e));
        } catch (RuntimeException e) {
            return check.problem("The check failed: " + e + ".");
        }
    }
}
