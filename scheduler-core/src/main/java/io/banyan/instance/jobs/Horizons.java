package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.DelayedStarts;
import io.banyan.instance.message.client.BusyParts;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The report on when which resources are busy, without jobs and owners; nothing changes. */
public final class Horizons {
    /** The most parts of an answer, which are about 100 MB. */
    static final int MOST_PARTS = 1_000_000;

    private final InstanceState state;
    private final Forecast forecast;
    private final DelayedStarts delayedStarts;

    public Horizons(InstanceState state) {
        this.state = state;
        this.forecast = new Forecast(state);
        this.delayedStarts = new DelayedStarts(state);
    }

    /**
     * Answers with the windows and the parts of all bookings and of the expected starts of waiting jobs. A job that has
     * not ended at its limit counts until the next second. O(the parts of the bookings), and the forecast: one match
     * for each of the first {@link Forecast#MOST} waiting jobs.
     */
    public void tell(Transition transition, String call, JobRead.Horizon request) {
        Map<JobId, TimeWindow> late = delayedStarts.expected(transition.nowSec());
        Map<JobId, Forecast.Place> places = forecast.places(transition.nowSec(), late);
        var asked = new TimeWindow(request.fromSec(), request.toSec());
        List<BusyParts> busy = new ArrayList<>();
        long parts = 0;
        for (BusyTimes.Busy one : new BusyTimes(state, transition.nowSec(), late).booked()) {
            if (one.window().overlaps(asked) && parts <= MOST_PARTS) {
                List<HeldPart> held = parts(state.schedule().holdings().selection(one.job()));
                parts += held.size();
                busy.add(new BusyParts(one.window(), held, false));
            }
        }
        for (Forecast.Place place : places.values()) {
            if (place.window().overlaps(asked) && parts <= MOST_PARTS) {
                List<HeldPart> expected = place.selection().map(this::parts).orElse(List.of());
                parts += expected.size();
                busy.add(new BusyParts(
                        place.window(), expected, place.selection().isEmpty()));
            }
        }
        if (parts > MOST_PARTS) {
            transition.fail(
                    call,
                    ErrorCode.LIMIT,
                    "more than " + MOST_PARTS + " parts of resources are busy then; ask for a shorter time");
            return;
        }
        busy.removeIf(it -> it.parts().isEmpty() && !it.everywhere());
        busy.sort(Comparator.comparingLong((BusyParts it) -> it.window().startSec())
                .thenComparingLong(it -> it.window().endSec()));
        transition.reply(call, new JobAnswer.Horizon(state.decided(), busy));
    }

    /** Returns the parts of a selection, without those that only draw from other subsystems. O(selection). */
    private List<HeldPart> parts(Selection selection) {
        return state.resources().held().of(selection).stream()
                .filter(part -> part.amount() > 0 || part.whole())
                .toList();
    }
}
