package io.banyan.alike;

/**
 * The part of a vertex's present state that decides whether the vertex can be used. The implementation knows the
 * bookings.
 */
public interface States {

    /** Whether the vertex itself is down. */
    boolean isDown(int v);

    /** Whether the vertex has another owner too. */
    boolean isShared(int v);

    /** How much of the vertex itself is taken. */
    long taken(int v);

    /**
     * Returns a number for the taken amounts of the vertex itself over time, if its free amount depends on time, else
     * 0. The same number says the same.
     */
    long times(int v);

    /** Returns the state of a system without holds in which all vertices are up. */
    static States ofEmptySystem(java.util.function.IntPredicate shared) {
        return new States() {
            @Override
            public boolean isDown(int v) {
                return false;
            }

            @Override
            public boolean isShared(int v) {
                return shared.test(v);
            }

            @Override
            public long taken(int v) {
                return 0;
            }

            @Override
            public long times(int v) {
                return 0;
            }
        };
    }
}
