/** This machine as a resource graph. */
@NullMarked
package io.banyan.provider.hwloc;

import org.jspecify.annotations.NullMarked;
