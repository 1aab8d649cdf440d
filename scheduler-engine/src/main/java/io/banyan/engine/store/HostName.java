package io.banyan.engine.store;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name of this machine. */
public final class HostName {
    private HostName() {}

    /** Returns the name, or {@code localhost} if the machine has none. */
    public static String ofThisMachine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
