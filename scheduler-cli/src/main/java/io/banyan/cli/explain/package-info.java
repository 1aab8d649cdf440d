/** The output of the reasons why a job starts now or does not, for people and programs. */
@NullMarked
package io.banyan.cli.explain;

import org.jspecify.annotations.NullMarked;
