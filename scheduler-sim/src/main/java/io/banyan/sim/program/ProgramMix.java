package io.banyan.sim.program;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The types of the programs of a workload: one for all jobs, or all of them equally often. */
public enum ProgramMix {
    MONTE_CARLO(Optional.of(ProgramType.MONTE_CARLO)),
    BSP(Optional.of(ProgramType.BSP)),
    FEM(Optional.of(ProgramType.FEM)),
    ADAPTIVE_FEM(Optional.of(ProgramType.ADAPTIVE_FEM)),
    UNIFORM(Optional.empty());

    /** Empty for all types. */
    private final Optional<ProgramType> only;

    ProgramMix(Optional<ProgramType> only) {
        this.only = only;
    }

    /** The types of which the type of a job is drawn. */
    public List<ProgramType> types() {
        return only.map(List::of).orElse(List.of(ProgramType.values()));
    }

    /** Returns the name for people. */
    public String word() {
        return only.map(ProgramType::word).orElse("uniform");
    }

    /**
     * The mix with a name.
     *
     * @throws IllegalArgumentException with one sentence, where there is none
     */
    public static ProgramMix parse(String word) {
        return Arrays.stream(values())
                .filter(mix -> mix.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected one of "
                        + Arrays.stream(values()).map(ProgramMix::word).collect(Collectors.joining(", ")) + ", found '"
                        + word + "'"));
    }
}
