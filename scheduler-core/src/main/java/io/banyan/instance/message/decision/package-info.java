/** The decisions that a journal records. */
@NullMarked
package io.banyan.instance.message.decision;

import org.jspecify.annotations.NullMarked;
