/** A provider that is any executable: it is run for each call, with JSON in and a resource graph out. */
@NullMarked
package io.banyan.provider.exec;

import org.jspecify.annotations.NullMarked;
