package io.banyan.rpc.files;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The machine of this process. Any thread may call. */
public final class ThisMachine {
    private ThisMachine() {}

    /** The name of this machine. */
    public static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    /** Whether a node has its name, with or without the domain. */
    public static boolean isNamed(String node) {
        return isSame(node, name());
    }

    /** Whether two names are those of the same machine, with or without the domain. */
    public static boolean isSame(String name, String other) {
        return name.equals(other) || shortName(name).equals(shortName(other));
    }

    private static String shortName(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
