/** The links of a network and the traffic of jobs on them. */
@NullMarked
package io.banyan.sim.network;

import org.jspecify.annotations.NullMarked;
