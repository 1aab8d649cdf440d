/** Malleable jobs in virtual time, on a real graph through an instance; and experiments with them. */
@NullMarked
package io.banyan.sim.elastic;

import org.jspecify.annotations.NullMarked;
