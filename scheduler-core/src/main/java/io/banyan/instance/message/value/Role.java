package io.banyan.instance.message.value;

import java.util.Locale;

/** The rights of a client at an instance. Each role includes the rights of those before it. */
public enum Role {
    /** Looks at everything and changes nothing. */
    READER,
    /** Has jobs, and sees and changes these only. */
    USER,
    /** Changes resources and the jobs of all users, and stops the instance. */
    ADMIN;

    /**
     * The role of this name.
     *
     * @throws IllegalArgumentException with one sentence, if there is none
     */
    public static Role parse(String text) {
        for (Role role : values()) {
            if (role.toString().equals(text)) {
                return role;
            }
        }
        throw new IllegalArgumentException("A role must be reader, user or admin, found '" + text + "'.");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
