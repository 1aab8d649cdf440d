/** The free amounts of one resource over time. */
@NullMarked
package io.banyan.planner;

import org.jspecify.annotations.NullMarked;
