package io.banyan.rpc.daemon;

import io.banyan.instance.config.Probe;

/** Measures this process: by its clock, and its heap. Any thread may call. */
public enum ProcessProbe implements Probe {
    INSTANCE;

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long memoryBytes() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
