/** Tests that every provider must pass: the author of a provider extends {@code ProviderContract}. */
@NullMarked
package io.banyan.provider.contract;

import org.jspecify.annotations.NullMarked;
