/**
 * What is free of a machine in each slot of time: the nodes, their cores and accelerators, and what is busy until when.
 *
 * <p>A {@code SlotProfile} is the whole. Its {@code ProfileNode}s have {@code BusyTime}s; its {@code SingleResource}s are
 * the cores and accelerators one by one. {@code BusySlots} are the busy slots of one of them, for those who plan.
 */
@NullMarked
package io.banyan.workflow.profile;

import org.jspecify.annotations.NullMarked;
