package io.banyan.rpc.wire.session;

import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.Register;

/** The version of the protocol between child and parent. */
public final class Protocol {
    /** The version of the protocol that this program uses. */
    public static final int VERSION = 1;

    private Protocol() {}

    /** Refuses a child that speaks another version, naming it and both versions. */
    static void requireSame(Register register) throws WireException {
        if (register.getProtocol() != VERSION) {
            throw new WireException(
                    Failure.INCOMPATIBLE,
                    "Child '" + register.getName() + "' of job " + register.getJob() + " uses version "
                            + register.getProtocol() + " of the hierarchy protocol, but its parent uses version "
                            + VERSION
                            + ".\nMaybe: start both from the same release.");
        }
    }
}
