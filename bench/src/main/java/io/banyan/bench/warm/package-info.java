/** {@code bench/warm}: whole sessions in a process that has run them before. */
@NullMarked
package io.banyan.bench.warm;

import org.jspecify.annotations.NullMarked;
