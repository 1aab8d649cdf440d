/** A Banyan daemon as the batch scheduler of workflows. */
@NullMarked
package io.banyan.engine.port;

import org.jspecify.annotations.NullMarked;
