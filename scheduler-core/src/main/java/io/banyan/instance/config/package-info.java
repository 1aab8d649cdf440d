/** The settings of an instance. */
@NullMarked
package io.banyan.instance.config;

import org.jspecify.annotations.NullMarked;
