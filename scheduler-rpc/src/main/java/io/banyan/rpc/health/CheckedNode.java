package io.banyan.rpc.health;

/**
 * A node to check.
 *
 * @param name of the vertex, which is the name of the host
 * @param isMarked whether the check has marked it, and no other client has changed its status since
 */
record CheckedNode(String path, String name, boolean isMarked) {}
