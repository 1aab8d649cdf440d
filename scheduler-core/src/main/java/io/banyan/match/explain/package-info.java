/** The explanation of a match: why a jobspec starts now, or why it does not. */
@NullMarked
package io.banyan.match.explain;

import org.jspecify.annotations.NullMarked;
