package io.banyan.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.banyan.alike.NodeClasses;
import io.banyan.graph.ResourceGraph;
import io.banyan.instance.transition.Transition;
import io.banyan.prune.Aggregates;
import io.banyan.queue.JobQueue;
import io.banyan.queue.Seats;
import io.banyan.schedule.LeftTags;
import io.banyan.schedule.Schedule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The order of the core's packages, and what the core leaves to the daemon. */
@AnalyzeClasses(packages = "io.banyan", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    /** Each package may import only those before it. */
    private static final List<String> PACKAGES_IN_ORDER = List.of(
            "io.banyan.resource",
            "io.banyan.rset",
            "io.banyan.document",
            "io.banyan.jobspec",
            "io.banyan.planner",
            "io.banyan.graph",
            "io.banyan.graph.io",
            "io.banyan.topology",
            "io.banyan.mapping",
            "io.banyan.prune",
            "io.banyan.alike",
            "io.banyan.schedule",
            "io.banyan.match.policy",
            "io.banyan.match.shape",
            "io.banyan.match",
            "io.banyan.match.explain",
            "io.banyan.queue",
            "io.banyan.elastic",
            "io.banyan.provider",
            "io.banyan.instance.message.value",
            "io.banyan.instance.config",
            "io.banyan.instance.message.client",
            "io.banyan.instance.message.level",
            "io.banyan.instance.message.decision",
            "io.banyan.instance.message",
            "io.banyan.instance.state",
            "io.banyan.instance.transition",
            "io.banyan.instance.release",
            "io.banyan.instance.hierarchy",
            "io.banyan.instance.jobs",
            "io.banyan.instance",
            "io.banyan.instance.journal");

    /** The methods of the state without a result that others may call. The second and the third apply no decision. */
    private static final Set<String> CHANGES_OF_THE_STATE =
            Set.of("InstanceState.apply", "InstanceState.at", "InstanceCheck.run");

    /** The class whose state no replay brings back, with its parts. */
    private static final Set<String> TRANSIENTS =
            Set.of("Transients", "JobNumbers", "PreemptionRefusals", "UnseenChanges");

    private static final Set<String> CHANGES_OF_TRANSIENTS = Set.of(
            "JobNumbers.passOver",
            "PreemptionRefusals.add",
            "PreemptionRefusals.clear",
            "PreemptionRefusals.looked",
            "Transients.forgetFailures",
            "Transients.mayStart",
            "Transients.settled",
            "Transients.started",
            "UnseenChanges.takeChildren");

    /** The state itself, its invariants and its text. */
    private static final Set<String> READ_THE_WHOLE_STATE = Set.of("InstanceState", "InstanceCheck", "Fingerprint");

    /** The methods that change a schedule or a part of it, by class. */
    private static final Map<Class<?>, Set<String>> CHANGES_OF_A_SCHEDULE = Map.of(
            Schedule.class,
            Set.of(
                    "assume",
                    "at",
                    "attach",
                    "cancel",
                    "commit",
                    "detach",
                    "extend",
                    "markShared",
                    "placed",
                    "prolong",
                    "release",
                    "releaseAmounts",
                    "reserve",
                    "setStatus",
                    "start"),
            ResourceGraph.class,
            Set.of("attach", "detach", "setProperty", "removeProperty"),
            Aggregates.class,
            Set.of("take", "takeMore", "giveBack", "giveBackPart", "attached", "detaching"),
            NodeClasses.class,
            Set.of("changed", "booked", "reorder", "attached", "detaching"),
            LeftTags.class,
            Set.of("add", "forget"));

    /** The order of exploration, which a journal keeps beside its decisions. */
    private static final String TAKES_OVER_AN_ORDER = "io.banyan.instance.Instance.placed(java.util.Map)";

    /** The classes that try plans and undo each change at once, or work on resources of their own. */
    private static final Set<String> TRIES_PLANS =
            Set.of("Plans", "Forecast", "GentleCheck", "Enclosure", "DeadlineAdmission");

    /** A rule about a package that is no more would hold for ever. */
    @ArchTest
    static void thePackagesOfTheOrderExist(JavaClasses classes) {
        assertThat(classes.stream().map(JavaClass::getPackageName)).containsAll(PACKAGES_IN_ORDER);
    }

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
    static final ArchRule theStateChangesByDecisions = methods()
            .that()
            .areDeclaredInClassesThat(
                    resideInAPackage("io.banyan.instance.state").and(describe("last", it -> !isTransient(it))))
            .and()
            .arePublic()
            .and()
            .haveRawReturnType(void.class)
            .should(beAmong(CHANGES_OF_THE_STATE))
            .because("a replay of the decisions must lead to the same state")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule handlersChangeWhatNoReplayBringsBack = methods()
            .that()
            .areDeclaredInClassesThat(
                    resideInAPackage("io.banyan.instance.state").and(describe("do not last", it -> isTransient(it))))
            .and()
            .arePublic()
            .and()
            .haveRawReturnType(void.class)
            .should(beAmong(CHANGES_OF_TRANSIENTS))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule thePartsOfTheStateDoNotKnowTheWhole = noClasses()
            .that()
            .resideInAPackage("io.banyan.instance.state")
            .and(are(describe("parts", it -> !READ_THE_WHOLE_STATE.contains(outermost(it)))))
            .should()
            .dependOnClassesThat(are(named("io.banyan.instance.state.InstanceState")))
            .because("the constructor of the whole shows what each part reads")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule theScheduleChangesByDecisions = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.banyan.instance",
                    "io.banyan.instance.transition",
                    "io.banyan.instance.release",
                    "io.banyan.instance.hierarchy",
                    "io.banyan.instance.jobs",
                    "io.banyan.instance.journal")
            .and(are(describe("no planners", it -> !TRIES_PLANS.contains(outermost(it)))))
            .should()
            .callMethodWhere(describe(
                    "they change a schedule",
                    call -> CHANGES_OF_A_SCHEDULE.entrySet().stream()
                                    .anyMatch(changes -> call.getTargetOwner().isEquivalentTo(changes.getKey())
                                            && changes.getValue().contains(call.getName()))
                            && !call.getOwner().getFullName().equals(TAKES_OVER_AN_ORDER)))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule theQueueChangesByDecisions = noClasses()
            .that()
            .resideOutsideOfPackages("io.banyan.queue", "io.banyan.instance.state")
            .should()
            .dependOnClassesThat(are(assignableTo(JobQueue.class)))
            .because("a pass of the queue returns placements, and the caller decides them")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule theAnswersToAPassDecideNothing = noClasses()
            .that()
            .implement(Seats.class)
            .should()
            .dependOnClassesThat(are(assignableTo(Transition.class)))
            .because("the queue does not change while a pass asks")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule compactionKnowsDecisionsAndNoInstance = noClasses()
            .that()
            .resideInAPackage("io.banyan.instance.journal")
            .and()
            .doNotHaveSimpleName("JournalVerifier")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "io.banyan.instance",
                    "io.banyan.instance.state",
                    "io.banyan.instance.transition",
                    "io.banyan.instance.release",
                    "io.banyan.instance.hierarchy",
                    "io.banyan.instance.jobs"))
            .because("a journal is read without an instance")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyTheGraphKnowsJGraphT = noClasses()
            .that()
            .resideOutsideOfPackage("io.banyan.graph..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.jgrapht.."))
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
            .accessTargetWhere(is("java.util.*.parallelStream()", "java.util.stream.*.parallel()"))
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
            .accessTargetWhere(is(
                    "java.lang.System.currentTimeMillis()",
                    "java.lang.System.nanoTime()",
                    "java.time.*.now(*)",
                    "java.time.InstantSource.system(*)",
                    "java.time.Clock.system*(*)",
                    "java.time.Clock.tick*(java.time.ZoneId)"))
            .orShould()
            .dependOnClassesThat(named("java.util.Date", "java.util.Calendar"))
            .because("events come in with their time")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule coreDrawsNoUnseededRandomNumber = noClasses()
            .should()
            .accessTargetWhere(is(
                    "java.lang.Math.random()",
                    "java.lang.StrictMath.random()",
                    "java.util.UUID.randomUUID()",
                    "java.util.Random.<init>()",
                    "java.util.SplittableRandom.<init>()",
                    "java.util.random.RandomGenerator.getDefault()",
                    "java.util.Collections.shuffle(java.util.List)"))
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

    /** A call of, or a reference to, a method with one of these full names; {@code *} stands for any characters. */
    private static DescribedPredicate<JavaAccess<?>> is(String... globs) {
        Pattern pattern = Arrays.stream(globs)
                .map(glob -> Pattern.quote(glob).replace("*", "\\E.*\\Q"))
                .collect(collectingAndThen(joining("|"), Pattern::compile));
        return DescribedPredicate.describe(
                "is one of " + List.of(globs),
                access -> pattern.matcher(access.getTarget().getFullName()).matches());
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

    /** The simple name of the class at the top of the file. */
    private static String outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type.getSimpleName());
    }

    private static boolean isTransient(JavaClass type) {
        return TRANSIENTS.contains(outermost(type));
    }

    private static ArchCondition<JavaMethod> beAmong(Set<String> names) {
        return new ArchCondition<>("be among " + names) {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                String name = method.getOwner().getSimpleName() + "." + method.getName();
                events.add(new SimpleConditionEvent(method, names.contains(name), method.getDescription()));
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
