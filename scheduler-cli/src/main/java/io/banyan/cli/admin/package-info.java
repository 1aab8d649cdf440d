/** The commands that watch and stop a daemon. */
@NullMarked
package io.banyan.cli.admin;

import org.jspecify.annotations.NullMarked;
