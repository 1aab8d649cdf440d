package io.banyan.rpc.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.security.BearerToken;
import io.banyan.rpc.security.CallerCheck;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Doorkeeping;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.service.SchedulerService;
import io.banyan.rpc.store.MemoryJournal;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.v1.JobsRequest;
import io.banyan.v1.SchedulerGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** That a call that fails can be found in the log. */
class RequestIdsTest {
    private final Token token = Token.random();
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            logged.add(RequestId.current() + " " + event.getFormattedMessage());
        }
    };
    private Server server;
    private ManagedChannel channel;

    /** Where every request meets a bug. */
    private static final class Broken implements Inbox {
        @Override
        public boolean tell(io.banyan.instance.message.Event event, List<LevelTiming> timings, Runnable decided) {
            return false;
        }

        @Override
        public void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker) {
            throw new IllegalStateException("a bug");
        }
    }

    @BeforeEach
    void open() throws Exception {
        var check = new CallerCheck(
                new Principals(token, Path.of("there-is-none")),
                new ChildCredentials(),
                "none",
                Set.of(),
                Doorkeeping.none());
        server = InProcessServerBuilder.forName("request-ids")
                .directExecutor()
                .addService(new SchedulerService(new Broken(), new MemoryJournal(1), Runnable::run))
                .intercept(check)
                .intercept(new RequestIds())
                .build()
                .start();
        channel =
                InProcessChannelBuilder.forName("request-ids").directExecutor().build();
        appender.start();
        ((Logger) LoggerFactory.getLogger("io.banyan")).addAppender(appender);
    }

    @AfterEach
    void close() {
        ((Logger) LoggerFactory.getLogger("io.banyan")).detachAppender(appender);
        channel.shutdownNow();
        server.shutdownNow();
    }

    private StatusRuntimeException failure(Token presented, String id) {
        var headers = new Metadata();
        if (!id.isEmpty()) {
            headers.put(RequestId.HEADER, id);
        }
        var stub = SchedulerGrpc.newBlockingStub(channel)
                .withCallCredentials(new BearerToken(presented))
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
        return catchThrowableOfType(StatusRuntimeException.class, () -> stub.jobs(JobsRequest.getDefaultInstance()));
    }

    private static String idOf(StatusRuntimeException failure) {
        return failure.getTrailers().get(RequestId.HEADER);
    }

    @Test
    void aBugIsLoggedWithTheIdThatTheCallerChoseAndReadsInItsSentence() {
        StatusRuntimeException failure = failure(token, "deploy-17.a:b_c");
        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
        assertThat(failure.getStatus().getDescription())
                .isEqualTo("The daemon failed to process this request; see its log. Request id: deploy-17.a:b_c.");
        assertThat(idOf(failure)).isEqualTo("deploy-17.a:b_c");
        assertThat(logged).contains("deploy-17.a:b_c A call failed");
        assertThat(RequestId.current()).isEmpty();
    }

    @Test
    void aCallThatIsRefusedAtTheDoorHasAnIdInItsTrailersAndNotInItsSentence() {
        StatusRuntimeException failure = failure(Token.random(), "x");
        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(failure.getStatus().getDescription()).doesNotContain("id is");
        assertThat(idOf(failure)).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "with blank",
                "quote\"",
                "a/b",
                "{}",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void anIdThatIsMissingLongOrOddIsReplaced(String given) {
        assertThat(idOf(failure(token, given))).isNotEqualTo(given).matches("[0-9a-f]{8}-[0-9a-z]+");
    }

    @Test
    void idsAreNotGivenTwice() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            assertThat(ids.add(RequestId.fresh())).isTrue();
        }
    }

    @Test
    void whatIsDoneForAnotherRequestGoesBackToTheFirst() {
        RequestId.begin("one");
        RequestId.during("two", () -> assertThat(RequestId.current()).isEqualTo("two"));
        assertThat(RequestId.current()).isEqualTo("one");
        assertThatThrownBy(() -> RequestId.during("two", () -> {
                    throw new IllegalStateException("a bug");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(RequestId.current()).isEqualTo("one");
        RequestId.end();
        assertThat(RequestId.current()).isEmpty();
    }
}
