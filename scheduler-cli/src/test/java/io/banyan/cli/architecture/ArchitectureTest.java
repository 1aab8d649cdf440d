package io.banyan.cli.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The command line speaks to a daemon through its client, never in protobuf. */
@AnalyzeClasses(packages = "io.banyan.cli", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule commandsKnowNoGeneratedMessages = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.banyan.v1..", "com.google.protobuf..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyTheGraphKnowsJGraphT = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.jgrapht..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("io.banyan.(**)").should().beFreeOfCycles().allowEmptyShould(true);

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
