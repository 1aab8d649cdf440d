/**
 * The subtrees that are in the same state, so that a result for one of them is valid for the others.
 *
 * <p>{@link io.banyan.alike.NodeClasses} cuts the hierarchy into parcels, as a rule its nodes, and groups them by their
 * {@link io.banyan.alike.NodeSignature} and in the orders in which match policies want them. A cluster of 100,000 nodes
 * then has only a few signatures, however full it is.
 */
@NullMarked
package io.banyan.alike;

import org.jspecify.annotations.NullMarked;
