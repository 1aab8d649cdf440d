/** The words of the resource model, values only: type, subsystem, unit, status, usage. */
@NullMarked
package io.banyan.resource;

import org.jspecify.annotations.NullMarked;
