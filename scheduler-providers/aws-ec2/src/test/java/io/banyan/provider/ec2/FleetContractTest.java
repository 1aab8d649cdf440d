package io.banyan.provider.ec2;

import io.banyan.fake.ec2.FakeType;
import io.banyan.provider.contract.ProviderBackend;
import io.banyan.provider.contract.ProviderContract;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whatever fits, in one Fleet. */
@Execution(ExecutionMode.CONCURRENT)
class FleetContractTest extends ProviderContract {
    @Override
    protected ProviderBackend outside() {
        return new FakeOutside(FakeType.many(), "CreateFleet");
    }
}
