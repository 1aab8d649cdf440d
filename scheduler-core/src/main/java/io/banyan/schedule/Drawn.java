package io.banyan.schedule;

import io.banyan.resource.ResourceType;
import java.util.List;

/**
 * The amount that a job draws for one vertex that it holds.
 *
 * @param vertex for which it is drawn
 * @param from every supply on the way up, each of which supplies the whole amount
 */
record Drawn(int vertex, ResourceType type, long amount, List<PoolSupply> from) {}
