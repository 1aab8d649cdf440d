package io.banyan.provider;

import java.util.Map;

/**
 * Makes providers of one kind; found by {@link java.util.ServiceLoader}, on the class path of the daemon or in a
 * directory of plug-ins that is named after the kind.
 */
public interface ExternalProviderFactory {
    /** The word that names this kind in the configuration: {@code file}, {@code exec}, {@code aws-ec2}. */
    String kind();

    /**
     * Checks what can be checked of the options alone: it opens no file, calls nobody and makes nothing. So a wrong
     * option is told from a right one that cannot be met here and now, and is found before anything has begun.
     *
     * @param name of the provider, for messages
     * @param options the configuration's keys and values for it
     * @throws IllegalArgumentException with one clear sentence, where an option is missing, unknown or wrong
     */
    void check(String name, Map<String, String> options);

    /**
     * A provider of this name and owner. It calls nobody yet.
     *
     * @param options the configuration's keys and values for it
     * @throws IllegalArgumentException with one clear sentence, where {@link #check} finds something, or where what an
     *     option names is not there or cannot be used
     */
    ExternalProvider create(ProviderContext context, Map<String, String> options);
}
