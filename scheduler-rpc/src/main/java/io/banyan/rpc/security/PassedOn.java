package io.banyan.rpc.security;

import io.banyan.instance.Principal;
import io.grpc.Attributes;

/**
 * Who makes a call that came over the session with the parent. It stands in the attributes of the call, which are made
 * in this process: no client can write there.
 *
 * @param principal as whom the client comes here
 * @param from where the client is
 * @param through the path of the instance at which the call came in
 */
public record PassedOn(Principal principal, String from, String through) {
    /** Where a call has it that was passed on; absent on a connection. */
    public static final Attributes.Key<PassedOn> KEY = Attributes.Key.create("banyan-passed-on");

    Caller.Client caller() {
        return new Caller.Client(principal, Caller.Means.RELAY, "");
    }
}
