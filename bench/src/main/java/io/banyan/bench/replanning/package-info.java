/** Workflows that are planned again while they run, in virtual time on a machine with other users. */
@NullMarked
package io.banyan.bench.replanning;

import org.jspecify.annotations.NullMarked;
