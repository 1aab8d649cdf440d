/** The state of an instance that survives a restart. */
@NullMarked
package io.banyan.instance.state;

import org.jspecify.annotations.NullMarked;
