package io.banyan.workflow.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** The order of the packages of workflows, and what they leave to the daemon. */
@AnalyzeClasses(packages = "io.banyan.workflow", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ROOT = "io.banyan.workflow";

    /** Each package may import only those before it. */
    private static final List<String> PACKAGES_IN_ORDER = List.of(
            "io.banyan.workflow.model",
            "io.banyan.workflow.expression",
            "io.banyan.workflow.format",
            "io.banyan.workflow.format.yaml",
            "io.banyan.workflow.format.wfformat",
            "io.banyan.workflow.format.cwl",
            "io.banyan.workflow.format.streamflow",
            "io.banyan.workflow.format.tosca",
            "io.banyan.workflow.engine",
            "io.banyan.workflow.input",
            "io.banyan.workflow.reduce",
            "io.banyan.workflow.order",
            "io.banyan.workflow.profile",
            "io.banyan.workflow.plan",
            "io.banyan.workflow.heuristic",
            "io.banyan.workflow.draft",
            "io.banyan.workflow.shape",
            "io.banyan.workflow.solver",
            "io.banyan.workflow.batch",
            "io.banyan.workflow.batch.machine",
            "io.banyan.workflow.batch.slurm",
            "io.banyan.workflow.run",
            "io.banyan.workflow.fill",
            "io.banyan.workflow.fill.node");

    /** The packages whose work is processes and connections. */
    private static final String[] PROCESSES = {"io.banyan.workflow.fill.node"};

    @ArchTest
    static final ArchRule standsOnTheCoreAlone = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.banyan.rpc..", "io.banyan.v1..", "io.banyan.cli..", "io.banyan.sim..", "org.jgrapht..");

    @ArchTest
    static final ArchRule startsNoThreadAndReadsNoClock = noClasses()
            .that()
            .resideOutsideOfPackages(PROCESSES)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.Thread")
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.concurrent..", "java.net..")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callConstructor(java.util.SplittableRandom.class);

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
