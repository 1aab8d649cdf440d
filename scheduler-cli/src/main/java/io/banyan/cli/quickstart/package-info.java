/** The quickstart: a whole tree of daemons on this machine, measured and checked, in less than a minute. */
@NullMarked
package io.banyan.cli.quickstart;

import org.jspecify.annotations.NullMarked;
