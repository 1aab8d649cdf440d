package io.banyan.provider.ec2;

import io.banyan.fake.ec2.FakeType;
import io.banyan.provider.contract.ProviderBackend;
import io.banyan.provider.contract.ProviderContract;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Specific types. */
@Execution(ExecutionMode.CONCURRENT)
class InstancesContractTest extends ProviderContract {
    @Override
    protected ProviderBackend outside() {
        return new FakeOutside(FakeType.ofThePaper(), "RunInstances");
    }
}
