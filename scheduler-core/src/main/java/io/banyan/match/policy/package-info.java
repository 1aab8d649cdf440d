/** The settings of a match. */
@NullMarked
package io.banyan.match.policy;

import org.jspecify.annotations.NullMarked;
