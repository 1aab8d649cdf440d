package io.banyan.rpc.security;

/**
 * What is done at the door beside asking who it is.
 *
 * @param recorder who is told
 * @param throttle how many calls a second a client may make; the owner's are not counted
 */
public record Doorkeeping(Recorder recorder, Throttle throttle) {
    /** Nothing. */
    public static Doorkeeping none() {
        return new Doorkeeping(Recorder.NONE, new Throttle(0));
    }
}
