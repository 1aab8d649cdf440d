package io.banyan.cli.priority;

import io.banyan.cli.look.WaitText;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.WallClock;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobAnswer.JobPlace;
import io.banyan.instance.message.client.JobAnswer.Place;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.Submission;
import io.banyan.queue.Priority;
import io.banyan.queue.Priority.Factor;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The places of waiting jobs in words. */
final class PriorityText {
    private static final int MILLIS = 1_000;
    private static final int TEN = 10;
    private static final int HUNDRED = 100;

    private PriorityText() {}

    /** One job: a sentence, and a line for each factor. */
    static String one(JobAnswer.Priorities answer) {
        if (answer.places().isEmpty()) {
            Waiting waiting = answer.apart().orElseThrow();
            return "job " + waiting.job() + " has no position in a queue: " + WaitText.text(waiting.why()) + "\n";
        }
        JobPlace place = answer.places().getFirst();
        Table table = new Table().left("factor").right("value").right("weight").right("points");
        boolean hasQueues = !place.queue().isEmpty();
        if (hasQueues && !has(place, Factor.QUEUE)) {
            table.row("queue", place.queuePriority(), "before all", "");
        }
        if (!has(place, Factor.URGENCY)) {
            table.row("urgency", submission(place).urgency(), "before all", "");
        }
        place.parts()
                .forEach(part -> table.row(
                        part.factor(), number(part.value(), 3), weight(part.weight()), number(part.points(), 1)));
        if (!place.parts().isEmpty()) {
            table.row("priority", "", "", number(sum(place), 1));
        }
        return sentence(place) + "\nsubmitted " + submitted(place) + "\n" + table + ranked(answer);
    }

    private static String sentence(JobPlace place) {
        String name = place.job().name().isEmpty() ? "" : " " + place.job().name();
        String inQueue = place.queue().isEmpty() ? "" : " in queue " + place.queue();
        String inAll = place.inAll().of() == place.inQueue().of() ? "" : ", " + text(place.inAll()) + " in all queues";
        return "job " + place.job().id() + name + ": " + text(place.inQueue()) + inQueue + inAll;
    }

    private static String text(Place place) {
        return ordinal(place.number()) + " of " + place.of();
    }

    private static String ordinal(long number) {
        boolean isTeen = number % HUNDRED / TEN == 1;
        String ending = isTeen
                ? "th"
                : switch ((int) (number % TEN)) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
        return number + ending;
    }

    /** A line for each job. */
    static String list(JobAnswer.Priorities answer) {
        if (answer.places().isEmpty()) {
            return "No pending jobs.\n";
        }
        boolean hasQueues =
                answer.places().stream().anyMatch(place -> !place.queue().isEmpty());
        List<Factor> factors = answer.places().getFirst().parts().stream()
                .map(Priority.Part::factor)
                .toList();
        Table table = new Table().right("place").right("job").left("name").left("user");
        if (hasQueues) {
            table.left("queue").right("in queue").right("queue priority");
        }
        table.right("urgency");
        factors.forEach(factor -> table.right(factor.toString()));
        if (!factors.isEmpty()) {
            table.right("priority");
        }
        table.left("submitted");
        answer.places().forEach(place -> table.row(cells(place, hasQueues)));
        String more = answer.areMore() ? "more jobs are pending; use --limit to list them\n" : "";
        return table + more + ranked(answer);
    }

    private static Object[] cells(JobPlace place, boolean hasQueues) {
        List<Object> cells = new ArrayList<>(List.of(
                place.inAll().number(),
                place.job().id(),
                place.job().name(),
                place.job().owner()));
        if (hasQueues) {
            cells.addAll(List.of(
                    place.queue(),
                    place.inQueue().number() + " of " + place.inQueue().of(),
                    place.queuePriority()));
        }
        cells.add(submission(place).urgency());
        place.parts().forEach(part -> cells.add(number(part.points(), 1)));
        if (!place.parts().isEmpty()) {
            cells.add(number(sum(place), 1));
        }
        cells.add(submitted(place));
        return cells.toArray();
    }

    /** The sum of the points of its factors. */
    static double sum(JobPlace place) {
        return place.parts().stream().mapToDouble(Priority.Part::points).sum();
    }

    private static boolean has(JobPlace place, Factor factor) {
        return place.parts().stream().anyMatch(part -> part.factor() == factor);
    }

    private static Submission submission(JobPlace place) {
        return place.job().submission().orElseThrow();
    }

    private static String submitted(JobPlace place) {
        return time(submission(place).atMillis());
    }

    private static String ranked(JobAnswer.Priorities answer) {
        return answer.rankedMillis().isPresent()
                ? "age and fair share as of " + time(answer.rankedMillis().getAsLong()) + "\n"
                : "";
    }

    private static String time(long millis) {
        return WallClock.shown(Math.floorDiv(millis, MILLIS), ZoneId.systemDefault());
    }

    private static String weight(double weight) {
        return weight == Math.rint(weight) ? String.valueOf((long) weight) : String.valueOf(weight);
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
