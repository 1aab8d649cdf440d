/** Commands that try the scheduler in virtual time, without a daemon. */
@NullMarked
package io.banyan.cli.simulate;

import org.jspecify.annotations.NullMarked;
