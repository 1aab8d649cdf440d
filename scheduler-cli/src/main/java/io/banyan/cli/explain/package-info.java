/** Shows to people and programs why a job starts now or does not. */
@NullMarked
package io.banyan.cli.explain;

import org.jspecify.annotations.NullMarked;
