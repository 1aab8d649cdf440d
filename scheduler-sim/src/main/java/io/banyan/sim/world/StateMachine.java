package io.banyan.sim.world;

import io.banyan.instance.Instance;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.decision.Decision;
import java.util.List;

/**
 * The state machine in a process: an instance, or a manipulated one, with which a test shows that the checks detect
 * faults.
 */
public interface StateMachine {
    /** Handles an event as {@link Instance#on} does. */
    List<Effect> on(Event event, long atMillis);

    /** Replays a decision as {@link Instance#replay} does. */
    void replay(Decision decision, long atMillis);

    /** The instance itself, for reading. */
    Instance instance();

    /** An instance as it is. */
    static StateMachine of(Instance instance) {
        return new StateMachine() {
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
        };
    }
}
