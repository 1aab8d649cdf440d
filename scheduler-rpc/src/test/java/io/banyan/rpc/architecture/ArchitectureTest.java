package io.banyan.rpc.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Where protobuf may be seen, and that no two packages import each other. */
@AnalyzeClasses(packages = "io.banyan.rpc", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule onlyTheEdgesTouchGeneratedMessages = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.banyan.rpc.wire..",
                    "io.banyan.rpc.service..",
                    "io.banyan.rpc.parent..",
                    "io.banyan.rpc.child..",
                    "io.banyan.rpc.client..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.banyan.v1..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyWireConvertsProtobuf = noClasses()
            .that()
            .resideOutsideOfPackage("io.banyan.rpc.wire..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.google.protobuf..", "com.google.rpc..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("io.banyan.(**)").should().beFreeOfCycles().allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyTheGraphKnowsJGraphT = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.jgrapht..")
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
