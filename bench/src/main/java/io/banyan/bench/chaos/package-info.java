/**
 * A tree of daemons as processes, whose instances are killed and frozen and whose links are cut, and the check of their
 * state afterwards.
 */
@NullMarked
package io.banyan.bench.chaos;

import org.jspecify.annotations.NullMarked;
