/** The times at which jobs run. */
@NullMarked
package io.banyan.instance.jobs;

import org.jspecify.annotations.NullMarked;
