/** Which request a thread works on, so that a caller can name it and the log can be searched for it. */
@NullMarked
package io.banyan.rpc.trace;

import org.jspecify.annotations.NullMarked;
