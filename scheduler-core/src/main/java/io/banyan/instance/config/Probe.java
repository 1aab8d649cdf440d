package io.banyan.instance.config;

/**
 * The measurement around an instance. It is shown to people and influences no decision; the owner of the instance
 * provides it.
 */
public interface Probe {
    /** Nothing is measured. */
    Probe NONE = new Probe() {
        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public long memoryBytes() {
            return 0;
        }
    };

    /** A time from some fixed point on, in nanoseconds. */
    long nanos();

    /** The memory in use. */
    long memoryBytes();
}
