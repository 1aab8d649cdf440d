/** The commands that run the scheduler in virtual time, without a daemon. */
@NullMarked
package io.banyan.cli.simulate;

import org.jspecify.annotations.NullMarked;
