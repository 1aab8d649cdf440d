/** The process management interface for the MPI ranks of a job: PMI-1 in its simple wire protocol. */
@NullMarked
package io.banyan.rpc.pmi;

import org.jspecify.annotations.NullMarked;
