package io.banyan.rpc.daemon;

import io.banyan.rpc.config.ConfigException;
import io.banyan.rpc.config.ConfigSource;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the configuration of a running daemon again. Settings that cannot change while it runs stay as they were and
 * are named in a warning, each time; a configuration that is wrong changes nothing. Any thread may call; one reads at a
 * time.
 */
final class Reloading {
    private static final Logger LOG = LoggerFactory.getLogger(Reloading.class);

    private final ConfigSource source;
    private final Path state;
    private @Nullable Consumer<Settings> target;
    private Settings current;
    /** Whether it was to be read again before there was anything to change. */
    private boolean isDue;

    /**
     * For a daemon on this state directory, which may be on its way.
     *
     * @param first the settings at its start
     */
    Reloading(Settings first, ConfigSource source, Path state) {
        this.current = first;
        this.source = source;
        this.state = state;
    }

    /** Sets the daemon, which applies changed settings. */
    synchronized void changes(Consumer<Settings> newTarget) {
        target = newTarget;
        if (isDue) {
            reload();
        }
    }

    /** Reads the configuration, and logs the result. */
    synchronized void reload() {
        Consumer<Settings> taker = target;
        isDue = taker == null;
        if (taker == null) {
            return;
        }
        Settings fresh;
        try {
            fresh = source.read();
            DaemonSettings.requireSound(fresh, state);
        } catch (ConfigException e) {
            refuse(String.join(" ", e.sentences()));
            return;
        } catch (IllegalArgumentException e) {
            refuse(String.valueOf(e.getMessage()));
            return;
        }
        List<Key<?>> differences = current.differences(fresh);
        List<Key<?>> changed = differences.stream().filter(Key::reloads).toList();
        List<Key<?>> left = differences.stream().filter(key -> !key.reloads()).toList();
        current = current.taking(changed, fresh);
        taker.accept(current);
        LOG.info(
                "The configuration was reloaded; {}", changed.isEmpty() ? "nothing changes" : "new: " + words(changed));
        if (!left.isEmpty()) {
            LOG.warn(
                    "The new value of {} takes effect only when the daemon restarts",
                    left.stream().map(Key::name).collect(Collectors.joining(", ")));
        }
    }

    private static void refuse(String sentence) {
        LOG.warn("The reloaded configuration is wrong, so nothing changes: {}", sentence);
    }

    private String words(List<Key<?>> changed) {
        return changed.stream()
                .map(key -> key.name() + " " + current.setting(key).shown())
                .collect(Collectors.joining(", "));
    }
}
