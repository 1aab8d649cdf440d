package io.banyan.workflow.format.cwl;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class DamagedCwlTest {
    @Test
    void readsOrRefusesTwoThousandDamagedDocuments() throws IOException {
        DamagedDocuments.read(1, 2_000);
    }
}
