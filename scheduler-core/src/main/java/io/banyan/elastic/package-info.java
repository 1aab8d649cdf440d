/** Which malleable jobs get more resources, and which give some up: policies that see what there is and propose. */
@NullMarked
package io.banyan.elastic;

import org.jspecify.annotations.NullMarked;
