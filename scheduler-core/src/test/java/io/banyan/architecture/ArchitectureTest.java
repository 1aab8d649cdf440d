package io.banyan.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameStartingWith;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.core.domain.properties.HasParameterTypes.Predicates.rawParameterTypes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/** The order of the core's packages, and what the core leaves to the daemon. */
@AnalyzeClasses(packages = "io.banyan", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    /** Each package may import only those before it. */
    private static final List<String> PACKAGES_IN_ORDER = List.of(
            "io.banyan.resource",
            "io.banyan.rset",
            "io.banyan.jobspec",
            "io.banyan.planner",
            "io.banyan.graph",
            "io.banyan.graph.io",
            "io.banyan.prune",
            "io.banyan.schedule",
            "io.banyan.match",
            "io.banyan.queue",
            "io.banyan.provider",
            "io.banyan.instance");

    @ArchTest
    static final ArchRule everyPackageHasItsPlaceInTheOrder =
            classes().should(haveAPlaceInTheOrder()).allowEmptyShould(true);

    @ArchTest
    static final ArchRule packagesImportOnlyThoseBeforeThem =
            classes().should(dependOnlyOnEarlierPackages()).allowEmptyShould(true);

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("io.banyan.(**)").should().beFreeOfCycles().allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyTheGraphKnowsJGraphT = noClasses()
            .that()
            .resideOutsideOfPackage("io.banyan.graph..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.jgrapht.."))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule coreKnowsNoWireFormatAndNoCommandLine = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.google.protobuf..", "io.grpc..", "picocli..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule coreStartsNoThread = noClasses()
            .should()
            .dependOnClassesThat(named(
                    "java.lang.Thread",
                    "java.lang.ThreadGroup",
                    "java.lang.ProcessBuilder",
                    "java.lang.Process",
                    "java.lang.Runtime",
                    "java.util.Timer",
                    "java.util.concurrent.Executors",
                    "java.util.concurrent.ForkJoinPool",
                    "java.util.concurrent.ThreadPoolExecutor",
                    "java.util.concurrent.ScheduledThreadPoolExecutor",
                    "java.util.concurrent.ThreadFactory"))
            .orShould()
            .callMethodWhere(calls("java.util.Collection", "parallelStream"))
            .orShould()
            .callMethodWhere(target(name("parallel")).and(target(owner(resideInAPackage("java.util.stream..")))))
            .because("a loader that profits from parallelism is given an Executor")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule coreOpensNoSocket = noClasses()
            .should()
            .dependOnClassesThat(named(
                    "java.net.Socket",
                    "java.net.ServerSocket",
                    "java.net.DatagramSocket",
                    "java.net.InetAddress",
                    "java.net.URL",
                    "java.net.URLConnection",
                    "java.nio.channels.SocketChannel",
                    "java.nio.channels.ServerSocketChannel",
                    "java.nio.channels.DatagramChannel",
                    "java.nio.channels.Selector"))
            .orShould()
            .dependOnClassesThat(resideInAPackage("java.net.http.."))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule coreReadsNoClock = noClasses()
            .should()
            .callMethodWhere(calls("java.lang.System", "currentTimeMillis"))
            .orShould()
            .callMethodWhere(calls("java.lang.System", "nanoTime"))
            .orShould()
            .callMethodWhere(target(name("now")).and(target(owner(resideInAPackage("java.time..")))))
            .orShould()
            .callMethodWhere(target(nameStartingWith("system")).and(target(owner(name("java.time.Clock")))))
            .orShould()
            .dependOnClassesThat(named("java.util.Date", "java.util.Calendar"))
            .because("events come in with their time")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule coreDrawsNoUnseededRandomNumber = noClasses()
            .should()
            .callMethodWhere(calls("java.lang.Math", "random"))
            .orShould()
            .callMethodWhere(calls("java.util.UUID", "randomUUID"))
            .orShould()
            .callConstructorWhere(unseeded("java.util.Random"))
            .orShould()
            .callConstructorWhere(unseeded("java.util.SplittableRandom"))
            .orShould()
            .callMethodWhere(calls("java.util.Collections", "shuffle")
                    .and(target(DescribedPredicate.<CodeUnitCallTarget>describe(
                            "with no source of randomness",
                            target -> target.getRawParameterTypes().size() == 1))))
            .orShould()
            .dependOnClassesThat(named("java.util.concurrent.ThreadLocalRandom", "java.security.SecureRandom"))
            .allowEmptyShould(true);

    private static DescribedPredicate<JavaClass> named(String... names) {
        List<String> wanted = List.of(names);
        return DescribedPredicate.describe(
                "are one of " + wanted,
                type -> wanted.contains(type.getName())
                        || wanted.stream().anyMatch(name -> type.getName().startsWith(name + "$")));
    }

    private static DescribedPredicate<JavaCall<?>> calls(String owner, String method) {
        return target(name(method)).and(target(owner(name(owner))));
    }

    private static DescribedPredicate<JavaCall<?>> unseeded(String owner) {
        return target(owner(name(owner))).and(target(rawParameterTypes(new Class<?>[0])));
    }

    private static ArchCondition<JavaClass> haveAPlaceInTheOrder() {
        return new ArchCondition<>("reside in one of " + PACKAGES_IN_ORDER) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (placeOf(type) < 0) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " resides in no known package"));
                }
            }
        };
    }

    private static ArchCondition<JavaClass> dependOnlyOnEarlierPackages() {
        return new ArchCondition<>("depend only on packages before their own in " + PACKAGES_IN_ORDER) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    if (placeOf(dependency.getTargetClass()) > placeOf(type)) {
                        events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
                    }
                }
            }
        };
    }

    /** The index of a class's package in the order, or -1 where it has none (the JDK, libraries). */
    private static int placeOf(JavaClass type) {
        return PACKAGES_IN_ORDER.indexOf(type.getPackageName());
    }
}
