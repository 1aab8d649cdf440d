package io.banyan.workflow.fill.node;

import java.io.IOException;
import java.net.InetSocketAddress;

/** The address at which workers find their server. A server that is started again may have another one. */
@FunctionalInterface
public interface ServerAddress {
    /**
     * Returns the present address. A worker asks before each connection.
     *
     * @throws IOException if it is not known at the moment
     */
    InetSocketAddress get() throws IOException;
}
