package io.banyan.rpc.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuotaTest {
    private static final AuditEntry.Asker ALICE = new AuditEntry.Asker("alice", "user", "token");

    private final Quota quota = new Quota();

    private int admitted(AuditEntry.Asker asker, long atMillis, int tries) {
        int admitted = 0;
        for (int i = 0; i < tries; i++) {
            admitted += quota.admits(asker, atMillis) ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void ofManyWithinASecondAFewAreWrittenAndTheOthersCounted() {
        assertThat(admitted(AuditEntry.Asker.UNKNOWN, 5_000, 1_000)).isEqualTo(Quota.MOST);
        assertThat(admitted(ALICE, 5_000, 3)).as("another's").isEqualTo(3);
        assertThat(quota.leftOut(5_999, false)).isEmpty();
        List<AuditEntry> said = quota.leftOut(6_000, false);
        assertThat(said).hasSize(1);
        assertThat(said.getFirst().outcome()).isEqualTo("left-out");
        assertThat(said.getFirst().why()).isEqualTo("980 more calls that changed nothing");
        assertThat(admitted(AuditEntry.Asker.UNKNOWN, 6_001, 1_000)).isEqualTo(Quota.MOST);
    }

    @Test
    void whatIsCountedIsSaidAtTheEndToo() {
        admitted(ALICE, 5_000, Quota.MOST + 1);
        assertThat(quota.leftOut(5_000, true))
                .extracting(AuditEntry::why)
                .containsExactly("1 more call that changed nothing");
        assertThat(quota.leftOut(9_000, true)).isEmpty();
    }
}
