/** The set of resources given to a job (R) in its compact notations: idset and hostlist. */
@NullMarked
package io.banyan.rset;

import org.jspecify.annotations.NullMarked;
