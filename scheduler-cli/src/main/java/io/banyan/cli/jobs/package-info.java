/** The commands for jobs: submit, run, look, change and end. */
@NullMarked
package io.banyan.cli.jobs;

import org.jspecify.annotations.NullMarked;
