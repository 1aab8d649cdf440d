/** A tree of instances with the processes, disks, links and clouds around it, in one thread and virtual time. */
@NullMarked
package io.banyan.sim.world;

import org.jspecify.annotations.NullMarked;
