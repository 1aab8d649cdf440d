package io.banyan.provider;

import java.util.Map;

/**
 * Creates providers of one kind. {@link java.util.ServiceLoader} finds it on the class path of the daemon, or in a
 * directory of plug-ins that is named after the kind.
 */
public interface ExternalProviderFactory {
    /** The word that names this kind in the configuration: {@code file}, {@code exec}, {@code aws-ec2}. */
    String kind();

    /**
     * Checks the options without opening a file, making a call or creating anything. So an invalid option is found
     * before anything has begun, and is distinguished from a valid option that cannot be used here and now.
     *
     * @param name name of the provider, for messages
     * @param options keys and values of the configuration for this provider
     * @throws IllegalArgumentException if an option is missing, unknown or invalid, with one clear sentence
     */
    void check(String name, Map<String, String> options);

    /**
     * Creates a provider with this name and owner. The provider makes no call yet.
     *
     * @param options keys and values of the configuration for this provider
     * @throws IllegalArgumentException if {@link #check} finds an error, or if an object that an option names does not
     *     exist or cannot be used, with one clear sentence
     */
    ExternalProvider create(ProviderContext context, Map<String, String> options);
}
