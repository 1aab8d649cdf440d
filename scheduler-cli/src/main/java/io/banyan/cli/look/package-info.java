/** Lists of jobs for people: named fields, their order, and one line for the jobs of an array. */
@NullMarked
package io.banyan.cli.look;

import org.jspecify.annotations.NullMarked;
