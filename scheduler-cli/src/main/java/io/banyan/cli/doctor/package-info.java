/** The command that checks whether a daemon can run on this machine. */
@NullMarked
package io.banyan.cli.doctor;

import org.jspecify.annotations.NullMarked;
