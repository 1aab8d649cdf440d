/** The bytes of a journal: decisions and what caused them. */
@NullMarked
package io.banyan.rpc.wire.journal;

import org.jspecify.annotations.NullMarked;
