/** The choice of the free nodes that a job takes, by the shape that they have on the network. */
@NullMarked
package io.banyan.mapping;

import org.jspecify.annotations.NullMarked;
