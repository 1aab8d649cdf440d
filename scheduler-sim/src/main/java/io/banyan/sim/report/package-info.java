/** What a simulation leaves to read: logs, pages with plots. */
@NullMarked
package io.banyan.sim.report;

import org.jspecify.annotations.NullMarked;
