/** A provider that is a Slurm: pilot jobs hold its nodes. */
@NullMarked
package io.banyan.provider.slurm;

import org.jspecify.annotations.NullMarked;
