/** The number of decisions per second that reach the disk, and the time until a restart has read them. */
@NullMarked
package io.banyan.bench.commit;

import org.jspecify.annotations.NullMarked;
