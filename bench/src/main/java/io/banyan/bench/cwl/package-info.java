/** The official conformance suite of CWL, run by the engine of workflows on this machine. */
@NullMarked
package io.banyan.bench.cwl;

import org.jspecify.annotations.NullMarked;
