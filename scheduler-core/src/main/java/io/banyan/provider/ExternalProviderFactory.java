package io.banyan.provider;

import java.util.Map;

/** Makes providers of one kind; found by {@link java.util.ServiceLoader}. */
public interface ExternalProviderFactory {
    /** The word that names this kind in the configuration: {@code file}, {@code exec}, {@code ec2}. */
    String kind();

    /**
     * A provider under this name.
     *
     * @param options the configuration's keys and values for it
     * @throws IllegalArgumentException with one clear sentence, where an option is missing, unknown or wrong
     */
    ExternalProvider create(String name, Map<String, String> options);
}
