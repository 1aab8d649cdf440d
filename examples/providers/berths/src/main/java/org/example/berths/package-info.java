/** A provider of an external author: berths of a harbour. */
@NullMarked
package org.example.berths;

import org.jspecify.annotations.NullMarked;
