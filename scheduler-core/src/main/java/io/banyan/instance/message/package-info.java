/** The events of an instance, with their effects. */
@NullMarked
package io.banyan.instance.message;

import org.jspecify.annotations.NullMarked;
