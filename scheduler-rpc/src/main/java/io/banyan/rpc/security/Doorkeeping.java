package io.banyan.rpc.security;

/**
 * What is done at the door beside asking who it is.
 *
 * @param recorder who is told
 * @param callsPerSecond how many calls a second a client may make on average; 0 for any number. The owner's are not counted
 */
public record Doorkeeping(Recorder recorder, int callsPerSecond) {
    /** Nothing. */
    public static final Doorkeeping NONE = new Doorkeeping(Recorder.NONE, 0);
}
