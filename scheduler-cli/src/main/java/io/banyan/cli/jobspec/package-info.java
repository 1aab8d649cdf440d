/** The commands about jobspecs that need no daemon. */
@NullMarked
package io.banyan.cli.jobspec;

import org.jspecify.annotations.NullMarked;
