/** In which order jobs are tried, and who may be overtaken. */
@NullMarked
package io.banyan.queue;

import org.jspecify.annotations.NullMarked;
