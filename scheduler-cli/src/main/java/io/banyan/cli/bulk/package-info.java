/** Many jobs at once: submitted by one command, and their progress. */
@NullMarked
package io.banyan.cli.bulk;

import org.jspecify.annotations.NullMarked;
