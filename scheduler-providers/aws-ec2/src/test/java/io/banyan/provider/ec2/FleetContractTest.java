package io.banyan.provider.ec2;

import io.banyan.fake.ec2.FakeType;
import io.banyan.provider.contract.Outside;
import io.banyan.provider.contract.ProviderContract;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whatever fits, in one Fleet. */
@Execution(ExecutionMode.CONCURRENT)
class FleetContractTest extends ProviderContract {
    @Override
    protected Outside outside() {
        return new FakeOutside(FakeType.many(), "CreateFleet");
    }
}
