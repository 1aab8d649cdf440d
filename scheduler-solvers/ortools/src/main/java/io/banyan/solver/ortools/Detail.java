package io.banyan.solver.ortools;

/** The detail in which a model knows the resources. */
enum Detail {
    /** One capacity for each type: exact on a free machine, else a relaxation. */
    TYPES,
    /** One capacity for each type on each node: exact for blocks on free nodes, else a relaxation. */
    NODES,
    /** Single resources: always exact. */
    RESOURCES
}
