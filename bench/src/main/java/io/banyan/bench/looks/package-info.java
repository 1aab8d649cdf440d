/** Commands that look at a daemon while many short jobs pass through it: no look fails, and none contradicts itself. */
@NullMarked
package io.banyan.bench.looks;

import org.jspecify.annotations.NullMarked;
