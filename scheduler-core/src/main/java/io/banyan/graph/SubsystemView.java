package io.banyan.graph;

/** The JGraphT face of a subsystem other than containment. */
final class SubsystemView extends SubsystemFace {
    private final int face;

    SubsystemView(GraphStore store, int face) {
        super(store, face);
        this.face = face;
    }

    @Override
    public String toString() {
        return "SubsystemView[" + store.subsystems.get(face) + ", "
                + vertexSet().size() + " vertices]";
    }
}
