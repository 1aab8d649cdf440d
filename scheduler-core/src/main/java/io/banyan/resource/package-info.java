/**
 * The words of the resource model, values only: type, subsystem, unit, status, usage, and what marks a pool as
 * divisible.
 */
@NullMarked
package io.banyan.resource;

import org.jspecify.annotations.NullMarked;
