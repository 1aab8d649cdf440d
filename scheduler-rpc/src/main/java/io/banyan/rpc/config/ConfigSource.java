package io.banyan.rpc.config;

/** From where a configuration comes, as often as it is read. */
@FunctionalInterface
public interface ConfigSource {
    /**
     * Reads the current configuration.
     *
     * @throws ConfigException with all that is wrong with it
     */
    Settings read() throws ConfigException;
}
