/** The settings of a match: the operation, the policy that orders candidates, the traverser and the counting rules. */
@NullMarked
package io.banyan.match.policy;

import org.jspecify.annotations.NullMarked;
