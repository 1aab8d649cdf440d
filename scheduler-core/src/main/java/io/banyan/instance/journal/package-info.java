/** The maintenance of a journal: compaction, verification. */
@NullMarked
package io.banyan.instance.journal;

import org.jspecify.annotations.NullMarked;
