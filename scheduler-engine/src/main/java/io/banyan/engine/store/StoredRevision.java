package io.banyan.engine.store;

/**
 * A revision of a plan.
 *
 * @param atSec the time at which it was made, in seconds since 1970
 * @param reason the reason in words for the user
 * @param moved the number of blocks that it moved
 * @param blocks the number of blocks that had not begun, or needed another place
 * @param lateSec the seconds by which the plan ends later than the first one; negative if it ends sooner
 */
public record StoredRevision(long atSec, String reason, int moved, int blocks, long lateSec) {}
