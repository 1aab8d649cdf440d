package io.banyan.bench.fuzz;

import java.util.List;
import java.util.Set;

/**
 * A reader of input.
 *
 * @param name for people
 * @param seeds well-formed input that is mutated
 * @param reader the reader
 * @param refusals the exceptions that are refusals
 */
record Door(String name, List<Seed> seeds, Reader reader, Set<Class<? extends Exception>> refusals) {
    Door {
        seeds = List.copyOf(seeds);
        refusals = Set.copyOf(refusals);
        if (seeds.isEmpty()) {
            throw new IllegalArgumentException("the door " + name + " has no seed");
        }
    }

    /** Takes input in, or refuses it with an exception. */
    @FunctionalInterface
    interface Reader {
        void read(byte[] input) throws Exception;
    }

    /** Whether this is a no, and no fault. */
    boolean isRefusal(Throwable thrown) {
        return refusals.stream().anyMatch(kind -> kind.isInstance(thrown));
    }

    /**
     * Returns a copy with only those seeds that the reader accepts. Changes of input that is refused anyway test
     * little.
     */
    Door withSeedsItTakes() {
        List<Seed> taken = seeds.stream().filter(this::takes).toList();
        return new Door(name, taken, reader, refusals);
    }

    private boolean takes(Seed seed) {
        try {
            reader.read(seed.copy());
            return true;
        } catch (Exception refused) {
            return false;
        }
    }
}
