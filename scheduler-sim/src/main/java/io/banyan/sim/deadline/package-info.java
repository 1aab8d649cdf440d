/** Jobs with deadlines under a mapping, in virtual time, and experiments with them. */
@NullMarked
package io.banyan.sim.deadline;

import org.jspecify.annotations.NullMarked;
