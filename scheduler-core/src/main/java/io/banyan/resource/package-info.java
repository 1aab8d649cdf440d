/**
 * The terms of the resource model, values only: type, subsystem, unit, status, usage, and the mark of a divisible pool.
 */
@NullMarked
package io.banyan.resource;

import org.jspecify.annotations.NullMarked;
