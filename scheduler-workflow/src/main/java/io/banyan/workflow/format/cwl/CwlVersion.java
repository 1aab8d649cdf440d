package io.banyan.workflow.format.cwl;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A version of CWL, in order. */
public enum CwlVersion {
    V1_0("v1.0"),
    V1_1("v1.1"),
    V1_2("v1.2");

    private final String word;

    CwlVersion(String word) {
        this.word = word;
    }

    /** Returns the word for the version in a document. */
    public String word() {
        return word;
    }

    static Optional<CwlVersion> of(String word) {
        return Arrays.stream(values()).filter(one -> one.word.equals(word)).findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(CwlVersion::word).toList();
    }

    /** Returns whether this version has what came with another one. */
    public boolean has(CwlVersion since) {
        return compareTo(since) >= 0;
    }
}
