/** A local, scriptable session over one graph that takes the commands of Fluxion's resource-query. */
@NullMarked
package io.banyan.cli.query;

import org.jspecify.annotations.NullMarked;
