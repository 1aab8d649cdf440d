/** The submission of many jobs by one command, with their progress. */
@NullMarked
package io.banyan.cli.bulk;

import org.jspecify.annotations.NullMarked;
