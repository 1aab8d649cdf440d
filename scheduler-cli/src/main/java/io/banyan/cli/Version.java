package io.banyan.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** What {@code banyan --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return lines();
    }

    static String[] lines() {
        String version = Optional.ofNullable(Banyan.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        return new String[] {
            "banyan " + version, "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
        };
    }
}
