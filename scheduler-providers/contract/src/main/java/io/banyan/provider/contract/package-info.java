/** What every provider must do, as tests: a provider's author extends {@code ProviderContract}. */
@NullMarked
package io.banyan.provider.contract;

import org.jspecify.annotations.NullMarked;
