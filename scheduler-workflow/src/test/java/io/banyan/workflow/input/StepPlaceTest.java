package io.banyan.workflow.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.document.Document.Position;
import org.junit.jupiter.api.Test;

class StepPlaceTest {
    @Test
    void aStepIsFoundByItsKeyOrItsId() {
        assertThat(StepPlace.in("kind: workflow\nsteps:\n  a: {}\n  b: {}\n", "b"))
                .contains(new Position(4, 3));
        String list = "steps:\n  - {id: a}\n  - {id: '#main/b'}\n  - {id: '#c'}\n";
        assertThat(StepPlace.in(list, "a/inner")).contains(new Position(2, 5));
        assertThat(StepPlace.in(list, "c")).contains(new Position(4, 5));
    }

    @Test
    void otherTextsHaveNoPlaces() {
        assertThat(StepPlace.in("steps: 3", "a")).isEmpty();
        assertThat(StepPlace.in("{}", "a")).isEmpty();
        assertThat(StepPlace.in("steps: {a: {}}", "b")).isEmpty();
        assertThat(StepPlace.in("{", "a")).isEmpty();
    }
}
