/** Files with traces of jobs: their readers, and the diagnostics of malformed files. */
@NullMarked
package io.banyan.sim.trace;

import org.jspecify.annotations.NullMarked;
