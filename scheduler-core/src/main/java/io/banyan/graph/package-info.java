/** Which resources exist and how they relate: base data only (RFC 4). */
@NullMarked
package io.banyan.graph;

import org.jspecify.annotations.NullMarked;
