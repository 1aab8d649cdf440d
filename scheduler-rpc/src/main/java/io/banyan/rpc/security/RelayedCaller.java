package io.banyan.rpc.security;

import io.banyan.instance.message.value.Principal;
import io.grpc.Attributes;

/**
 * The caller of a call that came over the session with the parent. It is an attribute of the call, which is made in
 * this process, so no client can set it.
 *
 * @param principal the client's principal in this instance
 * @param from the address of the client
 * @param through the path of the instance that received the call first
 */
public record RelayedCaller(Principal principal, String from, String through) {
    /** Where a call has it that was passed on; absent on a connection. */
    public static final Attributes.Key<RelayedCaller> KEY = Attributes.Key.create("banyan-passed-on");

    Caller.Client caller() {
        return new Caller.Client(principal, Caller.Means.RELAY, "");
    }
}
