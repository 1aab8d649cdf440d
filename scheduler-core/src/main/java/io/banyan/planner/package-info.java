/** How much of one resource is free, and when. */
@NullMarked
package io.banyan.planner;

import org.jspecify.annotations.NullMarked;
