package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Counts how many texts were parsed. */
class JobspecCacheTest {
    private final JobspecCache cache = new JobspecCache();

    private static String text(int cores, int blanks) {
        return "{\"version\": 9999, \"resources\": [{\"type\": \"slot\", \"count\": 1, \"label\": \"default\", \"with\":"
                + " [{\"type\": \"core\", \"count\": " + cores + "}]}], \"tasks\": [], \"attributes\": {}}"
                + " ".repeat(blanks);
    }

    private Jobspec read(int cores) throws JobspecException {
        return cache.read(text(cores, 0), "test");
    }

    @Test
    void theSameTextIsParsedOnceAndGivesTheSameObject() throws JobspecException {
        Jobspec first = read(1);
        assertThat(read(1)).isSameAs(first);
        assertThat(read(2)).isNotEqualTo(first);
        assertThat(cache.parsed()).isEqualTo(2);
    }

    @Test
    void whatWasAskedForLongestAgoGoesFirst() throws JobspecException {
        for (int cores = 1; cores <= JobspecCache.MOST_TEXTS; cores++) {
            read(cores);
        }
        read(1);
        read(JobspecCache.MOST_TEXTS + 1);
        assertThat(cache.parsed()).isEqualTo(JobspecCache.MOST_TEXTS + 1);
        read(1);
        assertThat(cache.parsed()).as("1 was asked for lately").isEqualTo(JobspecCache.MOST_TEXTS + 1);
        read(2);
        assertThat(cache.parsed()).as("2 was not").isEqualTo(JobspecCache.MOST_TEXTS + 2);
    }

    @Test
    void longTextsPushOutOthers() throws JobspecException {
        read(1);
        String longest = text(2, JobspecCache.MOST_CHARACTERS - text(2, 0).length());
        cache.read(longest, "test");
        read(1);
        assertThat(cache.parsed()).isEqualTo(3);
        cache.read(longest, "test");
        assertThat(cache.parsed()).isEqualTo(4);
    }

    @Test
    void aTextThatIsRefusedIsRefusedAgainUnderTheNameThatItHasThen() {
        assertThatThrownBy(() -> cache.read("{}", "one"))
                .isInstanceOf(JobspecException.class)
                .hasMessageContaining("one");
        assertThatThrownBy(() -> cache.read("{}", "two"))
                .isInstanceOf(JobspecException.class)
                .hasMessageContaining("two");
    }
}
