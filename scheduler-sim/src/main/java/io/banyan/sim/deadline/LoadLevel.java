package io.banyan.sim.deadline;

/** The load levels of the paper, by the mean time between submissions. */
public enum LoadLevel {
    NORMAL("normal", 1500, 510, 74),
    HEAVY("heavy", 150, 400, 65),
    VERY_HEAVY("very-heavy", 1, 260, 65);

    private final String word;
    private final long gapSec;
    private final int countedInPaper;
    private final int daysInPaper;

    LoadLevel(String word, long gapSec, int countedInPaper, int daysInPaper) {
        this.word = word;
        this.gapSec = gapSec;
        this.countedInPaper = countedInPaper;
        this.daysInPaper = daysInPaper;
    }

    /** Returns the name for people. */
    public String word() {
        return word;
    }

    /** The mean time between submissions. */
    public long gapSec() {
        return gapSec;
    }

    /** The number of 1000 jobs that the paper accepts by counts. Source: Linnert, De Rose, Heiss, section 5.1. */
    public int countedInPaper() {
        return countedInPaper;
    }

    /** The simulated days in the paper. Source: section 5. */
    public int daysInPaper() {
        return daysInPaper;
    }
}
