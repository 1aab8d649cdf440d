package io.banyan.fake.ec2;

import java.util.List;
import java.util.function.BiConsumer;

/** Writes the XML of an answer. For one thread. */
final class Xml {
    private final StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

    Xml element(String name, Object value) {
        text.append('<').append(name).append('>');
        escape(String.valueOf(value));
        text.append("</").append(name).append('>');
        return this;
    }

    Xml element(String name, Runnable content) {
        text.append('<').append(name).append('>');
        content.run();
        text.append("</").append(name).append('>');
        return this;
    }

    /** A list in EC2's form: each member is an {@code item}. */
    <T> Xml list(String name, List<T> members, BiConsumer<Xml, T> writer) {
        return element(name, () -> members.forEach(member -> element("item", () -> writer.accept(this, member))));
    }

    /** A member whose content is only a text. */
    Xml words(String name, List<String> members) {
        return element(name, () -> members.forEach(member -> element("item", member)));
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '&' -> text.append("&amp;");
                default -> text.append(c);
            }
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
