/** The files of tasks: their directories, their inputs, the jobs that run them, and their outputs. */
@NullMarked
package io.banyan.engine.task;

import org.jspecify.annotations.NullMarked;
