/**
 * The request for a job in the notation of users: options of a command line, jobspecs and batch scripts become one
 * jobspec.
 */
@NullMarked
package io.banyan.cli.request;

import org.jspecify.annotations.NullMarked;
