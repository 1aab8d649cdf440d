/**
 * The free resources of a machine in each slot of time: nodes, with their cores and accelerators, and busy times.
 *
 * <p>A {@code SlotProfile} is the whole. Its {@code ProfileNode}s have {@code BusyTime}s; its {@code SingleResource}s
 * are the cores and accelerators one by one. {@code BusySlots} are the busy slots of one of them, for those who plan.
 */
@NullMarked
package io.banyan.workflow.profile;

import org.jspecify.annotations.NullMarked;
