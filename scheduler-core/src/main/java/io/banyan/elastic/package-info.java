/** The policies that propose which malleable jobs get more resources and which release some. */
@NullMarked
package io.banyan.elastic;

import org.jspecify.annotations.NullMarked;
