package io.banyan.match;

/**
 * A vertex below which a slot can be made from its children.
 *
 * @param place the vertex
 * @param slot the slot
 * @param found the candidates for the slot's members
 */
public record SlotSite(int place, Demand slot, Candidates found) {}
