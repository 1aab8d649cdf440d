package io.banyan.engine.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** The order of the packages of the engine, and the part that knows a daemon. */
@AnalyzeClasses(packages = "io.banyan.engine", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ROOT = "io.banyan.engine";

    /** Each package may import only those before it. */
    private static final List<String> PACKAGES_IN_ORDER = List.of(
            "io.banyan.engine.port",
            "io.banyan.engine.fill",
            "io.banyan.engine.store",
            "io.banyan.engine.task",
            "io.banyan.engine");

    @ArchTest
    static final ArchRule onlyThePortCallsADaemon = noClasses()
            .that()
            .resideOutsideOfPackage("io.banyan.engine.port")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.banyan.rpc.client..", "io.banyan.v1..", "io.banyan.instance..");

    @ArchTest
    static final ArchRule knowsNoCommands =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("io.banyan.cli..", "io.banyan.sim..");

    @ArchTest
    static final ArchRule readsNoClock = noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime");

    @ArchTest
    static final ArchRule onlyFillersKnowThreads = noClasses()
            .that()
            .resideOutsideOfPackage("io.banyan.engine.fill")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.Thread");

    @ArchTest
    static void packagesImportOnlyThoseBefore(JavaClasses classes) {
        for (JavaClass one : classes) {
            int own = PACKAGES_IN_ORDER.indexOf(one.getPackageName());
            assertThat(own).as("place of " + one.getPackageName()).isNotNegative();
            one.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getPackageName())
                    .filter(name -> name.startsWith(ROOT))
                    .forEach(name -> assertThat(PACKAGES_IN_ORDER.indexOf(name))
                            .as(one.getName() + " imports " + name)
                            .isBetween(0, own));
        }
    }
}
