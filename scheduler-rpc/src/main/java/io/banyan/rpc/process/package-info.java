/** Processes of this machine: their users, their descendants, and their identification after a restart. */
@NullMarked
package io.banyan.rpc.process;

import org.jspecify.annotations.NullMarked;
