package io.banyan.cli.resources;

import io.banyan.cli.call.Formats;
import io.banyan.cli.call.JobView;
import io.banyan.instance.message.client.Answer;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import org.jspecify.annotations.Nullable;

/** Resources that were found, as they are printed. */
record MatchView(
        String outcome,
        @Nullable Long job,
        @Nullable Long startSec,
        @Nullable Long endSec,
        Object resources) {

    static MatchView of(Answer.Matched matched) {
        return new MatchView(
                JobView.lower(matched.outcome()),
                matched.job().map(JobId::value).orElse(null),
                matched.window().map(TimeWindow::startSec).orElse(null),
                matched.window().map(JobView::endSec).orElse(null),
                Formats.embedded(matched.resources()));
    }

    /** For people. */
    static String text(Answer.Matched matched) {
        String job = matched.job().map(id -> "job " + id + " ").orElse("");
        String when = matched.outcome() == Answer.MatchOutcome.RESERVED
                ? matched.window()
                        .map(window -> " from " + JobView.start(window) + " to " + JobView.end(window))
                        .orElse("")
                : "";
        String resources = matched.resources().isEmpty() ? "" : "\n" + matched.resources();
        return job + JobView.lower(matched.outcome()) + when + resources;
    }
}
