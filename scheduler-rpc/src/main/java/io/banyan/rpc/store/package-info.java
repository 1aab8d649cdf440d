/** The storage of an instance's decisions: the journal, its copies, backups and history. */
@NullMarked
package io.banyan.rpc.store;

import org.jspecify.annotations.NullMarked;
