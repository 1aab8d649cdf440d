/** A provider of an author outside of Banyan: berths of a harbour. */
@NullMarked
package org.example.berths;

import org.jspecify.annotations.NullMarked;
