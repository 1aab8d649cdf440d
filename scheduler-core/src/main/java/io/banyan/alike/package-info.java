/**
 * Which subtrees are in the same state, so that what was found out about one need not be asked of the others.
 *
 * <p>{@link io.banyan.alike.NodeClasses} cuts the hierarchy into parcels, as a rule its nodes, and keeps them by their
 * {@link io.banyan.alike.NodeSignature} and in the orders in which match policies want them. A cluster of 100,000 nodes
 * then is a handful of likenesses, however full it is.
 */
@NullMarked
package io.banyan.alike;

import org.jspecify.annotations.NullMarked;
