package io.banyan.sim.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A simulation stands on the core, workflows also on their module, and the same seed is the same run. */
@AnalyzeClasses(packages = "io.banyan.sim", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule standsOnTheCoreAlone = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.banyan.rpc..", "io.banyan.v1..", "io.banyan.cli..", "org.jgrapht..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyWorkflowsUseTheModuleOfWorkflows = noClasses()
            .that()
            .resideOutsideOfPackage("io.banyan.sim.workflow")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.banyan.workflow..");

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("io.banyan.(**)").should().beFreeOfCycles().allowEmptyShould(true);

    @ArchTest
    static final ArchRule theWorldKnowsNeitherChecksNorScripts = noClasses()
            .that()
            .resideInAPackage("io.banyan.sim.world")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.banyan.sim", "io.banyan.sim.check", "io.banyan.sim.script")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule nothingButTheSeedDecides = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callConstructor(java.util.SplittableRandom.class)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule aTreeLivesOnOneThread = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.banyan.sim.world",
                    "io.banyan.sim.check",
                    "io.banyan.sim.script",
                    "io.banyan.sim.workload",
                    "io.banyan.sim.trace",
                    "io.banyan.sim.generate",
                    "io.banyan.sim.metric",
                    "io.banyan.sim.plot",
                    "io.banyan.sim.report",
                    "io.banyan.sim.elastic",
                    "io.banyan.sim.deadline",
                    "io.banyan.sim.program",
                    "io.banyan.sim.workflow")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.Thread")
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.concurrent..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyTheInstanceKnowsItsParts = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.banyan.instance.state",
                    "io.banyan.instance.transition",
                    "io.banyan.instance.release",
                    "io.banyan.instance.hierarchy",
                    "io.banyan.instance.jobs")
            .because("others tell an instance of events, and read what it answers")
            .allowEmptyShould(true);
}
