package io.banyan.match;

/**
 * A vertex below which a slot can be made of what is directly below it.
 *
 * @param place the vertex
 * @param slot the slot
 * @param found the candidates for what the slot is made of
 */
record SlotSite(int place, Demand slot, Candidates found) {}
