package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.value.Amount;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FillerTest {
    private static final Resource NODE = Resource.of("node", Count.exactly(1), Resource.of("core", Count.exactly(32)));

    private final Jobspec whole =
            new Jobspec(1, List.of(Resource.slot("default", Count.exactly(8), NODE)), List.of(), Attributes.none());

    @Test
    void takesAllFreeNodesInSlotsLikeThoseOfTheInstance() {
        Jobspec filler = Filler.of(nodes(8, 4), whole).orElseThrow();
        assertThat(filler.resources()).containsExactly(Resource.slot("default", Count.exactly(4), NODE));
    }

    @Test
    void takesNothingWhereNothingIsFree() {
        assertThat(Filler.of(nodes(1, 0), whole)).isEmpty();
    }

    private static LevelCount nodes(long total, long free) {
        return new LevelCount("L1", 1, 0, Map.of("node", new Amount(total, free)));
    }
}
