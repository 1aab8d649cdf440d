/** The messages between a parent and a child. */
@NullMarked
package io.banyan.instance.message.level;

import org.jspecify.annotations.NullMarked;
