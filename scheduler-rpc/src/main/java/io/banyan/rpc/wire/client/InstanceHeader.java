package io.banyan.rpc.wire.client;

import io.grpc.Metadata;

/**
 * The header in which a call names the instance that it is meant for, where that is another than the one that gets it.
 */
public final class InstanceHeader {
    /** The key of the header. Its value is a path such as {@code /3/1}. */
    public static final Metadata.Key<String> KEY = Metadata.Key.of("banyan-instance", Metadata.ASCII_STRING_MARSHALLER);

    private InstanceHeader() {}
}
