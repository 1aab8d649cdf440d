/** The processes of a filler: its server, its workers, and the journal on disk. */
@NullMarked
package io.banyan.workflow.fill.node;

import org.jspecify.annotations.NullMarked;
