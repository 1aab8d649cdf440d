/** The existing resources and their relations: base data only (RFC 4). */
@NullMarked
package io.banyan.graph;

import org.jspecify.annotations.NullMarked;
