/** Jobs with deadlines under a mapping, in virtual time. */
@NullMarked
package io.banyan.sim.deadline;

import org.jspecify.annotations.NullMarked;
