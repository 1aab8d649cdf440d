/** The engine of workflows: it plans, books and executes the runs of one user in front of a batch scheduler. */
@NullMarked
package io.banyan.engine;

import org.jspecify.annotations.NullMarked;
