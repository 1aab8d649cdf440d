package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConstraintTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "fast; {\"properties\": [\"fast\"]}",
                "fast&big; {\"properties\": [\"fast\", \"big\"]}",
                "fast && ^old; {\"properties\": [\"fast\", \"^old\"]}",
                "!old; {\"properties\": [\"^old\"]}",
                "^^old; {\"properties\": [\"old\"]}",
                "a|b; {\"or\": [{\"properties\": [\"a\"]}, {\"properties\": [\"b\"]}]}",
                "a|b&c; {\"or\": [{\"properties\": [\"a\"]}, {\"properties\": [\"b\", \"c\"]}]}",
                "(a|b)&c; {\"and\": [{\"properties\": [\"c\"]}, {\"or\": [{\"properties\": [\"a\"]}, {\"properties\": [\"b\"]}]}]}",
                "^(a|b); {\"not\": [{\"or\": [{\"properties\": [\"a\"]}, {\"properties\": [\"b\"]}]}]}",
                "a b; {\"properties\": [\"a\", \"b\"]}",
                "a and not b or c; {\"or\": [{\"properties\": [\"a\", \"^b\"]}, {\"properties\": [\"c\"]}]}",
                "-host:n3; {\"not\": [{\"hostlist\": [\"n3\"]}]}",
                "-(a|b) -c; {\"and\": [{\"properties\": [\"^c\"]}, {\"not\": [{\"or\": [{\"properties\": [\"a\"]}, {\"properties\": [\"b\"]}]}]}]}",
                "host:n[1-4,7]; {\"hostlist\": [\"n[1-4,7]\"]}",
                "^host:n1&rank:0-3; {\"and\": [{\"not\": [{\"hostlist\": [\"n1\"]}]}, {\"ranks\": [\"0-3\"]}]}",
                "{\"properties\": [\"a\"]}; {\"properties\": [\"a\"]}"
            })
    void expressionsBecomeConstraintsOfRfc31(String text, String constraint) {
        assertThat(ConstraintText.read(text)).hasToString(constraint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a&", "&a", "(a", "a)", "()", "^", "a|", "[a|b]", "a*2", "a,b", "a|&b"})
    void whatIsNoExpressionIsRefusedWithASample(String text) {
        assertThatThrownBy(() -> ConstraintText.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the constraint '" + text + "' is invalid")
                .hasMessageContaining("such as 'a100&^(old|slow)'");
    }

    @Test
    void depthAndLengthAreBounded() {
        assertThatThrownBy(() -> ConstraintText.read("(".repeat(200) + "a" + ")".repeat(200)))
                .hasMessageContaining("nested more than");
        assertThatThrownBy(() -> ConstraintText.read("a&".repeat(10_000) + "a"))
                .hasMessageContaining("at most 10000 characters");
    }
}
