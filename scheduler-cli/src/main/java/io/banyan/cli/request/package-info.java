/**
 * The request for a job as people write it: options of a command line, jobspecs and batch scripts, from which a jobspec
 * is made.
 */
@NullMarked
package io.banyan.cli.request;

import org.jspecify.annotations.NullMarked;
