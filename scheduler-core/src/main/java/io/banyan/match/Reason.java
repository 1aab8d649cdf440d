package io.banyan.match;

/**
 * One reason for a no: what was asked, how much of it, how much there was, and why not more.
 *
 * @param requirement the requirement that was not met, for example {@code node} or {@code slot[4]/core}
 * @param needed how many were needed
 * @param available how many there were
 * @param why what stood in the way of more, as the end of a sentence
 */
public record Reason(String requirement, long needed, long available, String why) {

    @Override
    public String toString() {
        return requirement + ": " + needed + " needed, " + available + " " + why;
    }
}
