/** The filler: a light scheduler that runs the tasks of a block on the cores of its nodes, as HyperQueue does. */
@NullMarked
package io.banyan.workflow.fill;

import org.jspecify.annotations.NullMarked;
