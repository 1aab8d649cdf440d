package io.banyan.rpc.security;

/**
 * The actions for each call besides the check of the caller.
 *
 * @param recorder receives the calls
 * @param throttle how many calls a second a client may make; the owner's are not counted
 */
public record Doorkeeping(AuditRecorder recorder, Throttle throttle) {
    /** Nothing. */
    public static Doorkeeping none() {
        return new Doorkeeping(AuditRecorder.NONE, new Throttle(0));
    }
}
