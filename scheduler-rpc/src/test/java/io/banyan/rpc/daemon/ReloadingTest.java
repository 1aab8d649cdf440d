package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.config.ConfigException;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.config.ValueSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which parts of a configuration that is read again reach a running daemon. */
class ReloadingTest {
    private static final Path STATE = Path.of("nowhere");
    private static final Settings FIRST = Settings.defaults(DaemonKeys.ALL);

    private final List<Settings> taken = new ArrayList<>();

    private static <T> Settings with(Settings settings, Key<T> key, String word) {
        return settings.with(key, List.of(word), new ValueSource.Option("--set"));
    }

    @Test
    void onlyWhatCanChangeIsTakenOver() {
        Settings fresh = with(with(FIRST, DaemonKeys.NAME, "b"), DaemonKeys.QUEUE_CAPACITY, "7");
        var reloading = new Reloading(FIRST, () -> fresh, STATE);
        reloading.changes(taken::add);
        assertThat(taken).isEmpty();
        reloading.reload();
        assertThat(taken).hasSize(1);
        assertThat(taken.getFirst().get(DaemonKeys.NAME)).isEqualTo("banyan");
        assertThat(taken.getFirst().get(DaemonKeys.QUEUE_CAPACITY)).isEqualTo(7);
    }

    @Test
    void aSignalBeforeTheDaemonIsThereIsHeardWhenItIs() {
        var reloading = new Reloading(FIRST, () -> with(FIRST, DaemonKeys.QUEUE_CAPACITY, "7"), STATE);
        reloading.reload();
        assertThat(taken).isEmpty();
        reloading.changes(taken::add);
        assertThat(taken).hasSize(1);
    }

    @Test
    void whatIsWrongOrDoesNotAgreeChangesNothing() {
        var wrong = new Reloading(
                FIRST,
                () -> {
                    throw new ConfigException(List.of("wrong"));
                },
                STATE);
        wrong.changes(taken::add);
        wrong.reload();
        var unsound = new Reloading(FIRST, () -> with(FIRST, HierarchyKeys.LEASE, "1ms"), STATE);
        unsound.changes(taken::add);
        unsound.reload();
        assertThat(taken).isEmpty();
    }
}
