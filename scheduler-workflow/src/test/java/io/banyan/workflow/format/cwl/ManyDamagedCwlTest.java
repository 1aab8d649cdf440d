package io.banyan.workflow.format.cwl;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** The long form of {@link DamagedCwlTest}, with another seed in each run; a failure prints it. */
class ManyDamagedCwlTest {
    @Test
    void readsOrRefusesAHundredThousandDamagedDocuments() throws IOException {
        DamagedDocuments.read(ThreadLocalRandom.current().nextLong(), 100_000);
    }
}
