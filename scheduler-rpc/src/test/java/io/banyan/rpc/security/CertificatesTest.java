package io.banyan.rpc.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Attributes;
import io.grpc.Grpc;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;

class CertificatesTest {
    private static Optional<String> nameIn(String subject) {
        Map<Object, Object> kept = new HashMap<>();
        Object session = Proxy.newProxyInstance(
                CertificatesTest.class.getClassLoader(),
                new Class<?>[] {SSLSession.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getPeerPrincipal" -> new X500Principal(subject);
                    case "getValue" -> kept.get(arguments[0]);
                    case "putValue" -> kept.put(arguments[0], arguments[1]);
                    default -> throw new AssertionError(method);
                });
        return Certificates.commonName(Attributes.newBuilder()
                .set(Grpc.TRANSPORT_ATTR_SSL_SESSION, (SSLSession) session)
                .build());
    }

    @Test
    void theMostSpecificNameIsTheOneThatCounts() {
        assertThat(nameIn("CN=alice,CN=Users,DC=corp,DC=com")).contains("alice");
        assertThat(nameIn("CN=alice,OU=people,O=Site")).contains("alice");
        assertThat(nameIn("O=Site,CN=Alice A.")).contains("Alice A.");
        assertThat(nameIn("O=Site")).isEmpty();
    }

    @Test
    void aNameBesideAnotherValueIsFoundAndTwoNamesSideBySideAreNone() {
        assertThat(nameIn("C=DE+CN=carol,O=Site")).contains("carol");
        assertThat(nameIn("CN=dave+UID=1")).contains("dave");
        assertThat(nameIn("CN=admin+CN=eve,CN=Users")).isEmpty();
    }
}
