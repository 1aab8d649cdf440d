/** Serves the tasks of a job the process management interface of MPI libraries, PMI-1 in its simple wire protocol. */
@NullMarked
package io.banyan.rpc.pmi;

import org.jspecify.annotations.NullMarked;
