/** The choice of a request's nodes by the shape that they make on the network. */
@NullMarked
package io.banyan.match.shape;

import org.jspecify.annotations.NullMarked;
