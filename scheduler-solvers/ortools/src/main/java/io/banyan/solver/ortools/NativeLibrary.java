package io.banyan.solver.ortools;

import com.google.ortools.Loader;

/** The native library of OR-Tools, loaded once. Loading takes one to three seconds. */
final class NativeLibrary {
    private NativeLibrary() {}

    static void load() {
        Loader.loadNativeLibraries();
    }
}
