package io.banyan.cli.doctor;

import java.io.IOException;

/** Looks at one thing that a daemon needs. It changes nothing, and can be asked again. */
interface Check {
    /** What it looks at, in a few words. */
    String name();

    /**
     * Looks.
     *
     * @throws IOException with one sentence, where that it cannot look is the problem
     */
    Finding examine() throws IOException;

    /** A daemon can do its work. */
    default Finding ok(String sentence) {
        return new Finding(name(), Verdict.OK, sentence);
    }

    /** A daemon can do its work, but somebody should know. */
    default Finding warning(String sentence) {
        return new Finding(name(), Verdict.WARNING, sentence);
    }

    /** A daemon cannot do its work. */
    default Finding problem(String sentence) {
        return new Finding(name(), Verdict.PROBLEM, sentence);
    }
}
