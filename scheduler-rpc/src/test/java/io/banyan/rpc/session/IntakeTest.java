package io.banyan.rpc.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class IntakeTest {
    private final Queue<Runnable> elsewhere = new ArrayDeque<>();
    private final List<String> handled = new ArrayList<>();
    private final Intake intake = new Intake(elsewhere::add);

    @Test
    void whatIsLightIsHandledAtOnce() {
        take(true, "a");
        assertThat(handled).containsExactly("a");
        assertThat(elsewhere).isEmpty();
    }

    @Test
    void whatTakesLongIsHandledElsewhereAndWhatComesAfterItLater() {
        take(false, "long");
        take(true, "light");
        assertThat(handled).isEmpty();
        elsewhere.remove().run();
        assertThat(handled).containsExactly("long", "light");
        assertThat(elsewhere).isEmpty();
        take(true, "next");
        assertThat(handled).containsExactly("long", "light", "next");
    }

    private void take(boolean isLight, String what) {
        intake.take(isLight, () -> handled.add(what));
    }
}
