/** Decides in which order jobs are tried and which may be overtaken; the instance makes what a pass finds. */
@NullMarked
package io.banyan.queue;

import org.jspecify.annotations.NullMarked;
