package io.banyan.instance;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import io.banyan.sim.world.StateMachine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Instances that do one thing wrong, to see whether a simulation notices. They live in this package to reach what no
 * production code may.
 */
public final class Mutants {
    private Mutants() {}

    /** By what they do wrong. */
    public static Map<String, Function<Instance, StateMachine>> all() {
        Map<String, Function<Instance, StateMachine>> all = new LinkedHashMap<>();
        all.put("a grant to a child is not journaled", GrantNotJournaled::new);
        all.put("a grow that comes twice is granted twice", GrantedTwice::new);
        all.put("a return is confirmed and not made", ConfirmedEarly::new);
        all.put("a lease frees what a child has when it ends", LeaseFrees::new);
        all.put("what a child missed is not said again when it registers", NotReconciled::new);
        all.put("an aggregate is not updated when something is attached", AggregateForgotten::new);
        all.put("what a provider brought is never released", NeverReleased::new);
        all.put("what one provider brought is released at another", ReleasedElsewhere::new);
        all.put("a grant that comes too late is not given back", LateGrantKept::new);
        all.put("a child that is being stopped is freed at once", FreedWhileStopping::new);
        all.put("a child's job ends at its leave, before its process", EndedAtLeave::new);
        all.put("the end of a job is not journaled", EndNotJournaled::new);
        return all;
    }

    /** An instance; what it does wrong is for others to say. */
    private static class Tampered implements StateMachine {
        final Instance instance;

        Tampered(Instance instance) {
            this.instance = instance;
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            return instance.on(event, atMillis);
        }

        @Override
        public void replay(Decision decision, long atMillis) {
            instance.replay(decision, atMillis);
        }

        @Override
        public Instance instance() {
            return instance;
        }

        /** A decision that nobody would make. */
        Effect decide(Decision decision, long atMillis) {
            try {
                instance.state().apply(decision, null);
            } catch (GraphException e) {
                throw new IllegalStateException(e);
            }
            return new Effect.Append(decision, atMillis);
        }

        /** Decisions come first. */
        static List<Effect> with(List<Effect> effects, List<Effect> decisions) {
            List<Effect> all = new ArrayList<>(decisions);
            all.addAll(effects);
            all.sort((a, b) -> Boolean.compare(b instanceof Effect.Append, a instanceof Effect.Append));
            return all;
        }
    }

    private static final class GrantNotJournaled extends Tampered {
        GrantNotJournaled(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            List<Effect> effects = new ArrayList<>(super.on(event, atMillis));
            effects.removeIf(effect -> effect instanceof Effect.Append append
                    && append.decision() instanceof GrowDecision.Grown grown
                    && event instanceof Event.ChildSaid
                    && grown.arrival() == GrowRoute.LOCAL);
            return effects;
        }
    }

    private static final class EndNotJournaled extends Tampered {
        EndNotJournaled(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            List<Effect> effects = new ArrayList<>(super.on(event, atMillis));
            effects.removeIf(effect ->
                    effect instanceof Effect.Append append && append.decision() instanceof JobDecision.JobEnded);
            return effects;
        }
    }

    private static final class GrantedTwice extends Tampered {
        private static final String AGAIN = "-again";
        private final Set<String> seen = new HashSet<>();

        GrantedTwice(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            if (event instanceof Event.ChildSaid said
                    && said.message() instanceof UpMessage.Grow grow
                    && !seen.add(said.child() + " " + grow.requestId())) {
                var again =
                        new UpMessage.Grow(grow.requestId() + AGAIN, grow.jobspec(), grow.hops(), grow.timeoutMillis());
                return super.on(new Event.ChildSaid(said.child(), again), atMillis).stream()
                        .map(GrantedTwice::renamed)
                        .toList();
            }
            return super.on(event, atMillis);
        }

        private static Effect renamed(Effect effect) {
            if (effect instanceof Effect.ToChild down && down.message() instanceof DownMessage.Granted granted) {
                Grant grant = granted.grant();
                String id = grant.requestId().replace(AGAIN, "");
                return new Effect.ToChild(
                        down.child(),
                        new DownMessage.Granted(new Grant(id, grant.subgraph(), grant.source()), granted.asked()));
            }
            return effect;
        }
    }

    private static final class ConfirmedEarly extends Tampered {
        ConfirmedEarly(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            if (event instanceof Event.ChildSaid said && said.message() instanceof UpMessage.Return returned) {
                return List.of(new Effect.ToChild(said.child(), new DownMessage.Freed(returned.returnId(), List.of())));
            }
            return super.on(event, atMillis);
        }
    }

    private static final class LeaseFrees extends Tampered {
        LeaseFrees(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            List<Effect> effects = super.on(event, atMillis);
            List<Effect> more = new ArrayList<>();
            for (Effect effect : effects) {
                if (effect instanceof Effect.Append append
                        && append.decision() instanceof LevelDecision.ChildChanged changed
                        && changed.child().state() == ChildState.LOST
                        && event instanceof Event.TimeReached) {
                    more.add(effect);
                    more.add(decide(
                            new JobDecision.JobEnded(changed.job(), JobState.CANCELLED, "lost", atMillis / 1000),
                            atMillis));
                }
            }
            List<Effect> rest = new ArrayList<>(effects);
            rest.removeAll(more);
            return with(rest, more);
        }
    }

    private static final class NotReconciled extends Tampered {
        NotReconciled(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            List<Effect> effects = new ArrayList<>(super.on(event, atMillis));
            if (event instanceof Event.ChildSaid said && said.message() instanceof UpMessage.Register) {
                effects.removeIf(effect ->
                        effect instanceof Effect.ToChild down && down.message() instanceof DownMessage.Granted);
            }
            return effects;
        }
    }

    private static final class AggregateForgotten extends Tampered {
        private int cores = 1000;

        AggregateForgotten(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            List<Effect> effects = super.on(event, atMillis);
            boolean isAttached = effects.stream()
                    .anyMatch(effect -> effect instanceof Effect.Append append
                            && append.decision() instanceof GrowDecision.Grown grown
                            && grown.arrival() != GrowRoute.LOCAL);
            if (isAttached) {
                attachToTheGraphAlone(instance.state().resources().graph());
            }
            return effects;
        }

        private void attachToTheGraphAlone(ResourceGraph graph) {
            SubgraphVertex root = graph.vertex(graph.root());
            SubgraphVertex core =
                    SubgraphVertex.of("more", new ResourceType("core"), cores, root.path() + "/core" + cores++);
            try {
                graph.attach(new Subgraph(List.of(root, core), List.of(new SubgraphEdge(0, 1, Subsystem.CONTAINMENT))));
            } catch (GraphException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final class NeverReleased extends Tampered {
        NeverReleased(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            List<Effect> all = new ArrayList<>();
            for (Effect effect : super.on(event, atMillis)) {
                if (effect instanceof Effect.ReleaseProvider release) {
                    all.addAll(super.on(
                            new Event.ProviderReleased(release.returnId(), release.requestId(), ""), atMillis));
                } else {
                    all.add(effect);
                }
            }
            return with(all, List.of());
        }
    }

    private static final class ReleasedElsewhere extends Tampered {
        ReleasedElsewhere(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            List<String> providers = instance.state().config().grow().providers();
            List<Effect> effects = new ArrayList<>(super.on(event, atMillis));
            effects.replaceAll(effect -> effect instanceof Effect.ReleaseProvider release
                    ? new Effect.ReleaseProvider(
                            release.returnId(), providers.getFirst(), release.requestId(), release.handles())
                    : effect);
            return effects;
        }
    }

    private static final class LateGrantKept extends Tampered {
        LateGrantKept(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            List<Effect> effects = new ArrayList<>(super.on(event, atMillis));
            effects.removeIf(effect -> effect instanceof Effect.ToParent up
                    && up.message() instanceof UpMessage.Return returned
                    && returned.returnId().contains("!back"));
            return effects;
        }
    }

    private static final class FreedWhileStopping extends Ending {
        FreedWhileStopping(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            return ended(super.on(event, atMillis), atMillis);
        }
    }

    private static final class EndedAtLeave extends Ending {
        EndedAtLeave(Instance instance) {
            super(instance);
        }

        @Override
        public List<Effect> on(Event event, long atMillis) {
            boolean isLeave = event instanceof Event.ChildSaid said && said.message() instanceof UpMessage.Leave;
            List<Effect> effects = super.on(event, atMillis);
            return isLeave ? ended(effects, atMillis) : effects;
        }
    }

    /** Ends jobs that are only being stopped. */
    private static class Ending extends Tampered {
        Ending(Instance instance) {
            super(instance);
        }

        final List<Effect> ended(List<Effect> effects, long atMillis) {
            List<Effect> decisions = new ArrayList<>();
            List<Effect> rest = new ArrayList<>(effects);
            for (Effect effect : effects) {
                if (effect instanceof Effect.Append append
                        && append.decision() instanceof JobDecision.JobStopping stopping
                        && instance.state().jobs().active(stopping.job()).isPresent()) {
                    rest.remove(effect);
                    decisions.add(effect);
                    decisions.add(decide(
                            new JobDecision.JobEnded(stopping.job(), stopping.then(), "stopped", atMillis / 1000),
                            atMillis));
                }
            }
            return with(rest, decisions);
        }
    }
}
