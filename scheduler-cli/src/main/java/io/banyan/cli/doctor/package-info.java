/** The command that says whether a daemon could do its work here. */
@NullMarked
package io.banyan.cli.doctor;

import org.jspecify.annotations.NullMarked;
