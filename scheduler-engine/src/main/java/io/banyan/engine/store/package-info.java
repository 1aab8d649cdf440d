/** The store of workflows: a journal of events, and tables that people and tools can query. */
@NullMarked
package io.banyan.engine.store;

import org.jspecify.annotations.NullMarked;
