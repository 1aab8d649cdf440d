/** Finds resources for a jobspec and changes nothing. */
@NullMarked
package io.banyan.match;

import org.jspecify.annotations.NullMarked;
