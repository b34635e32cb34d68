package dev.quadrille.testkit.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NetworkLinkIT {

  private static final Duration PATIENCE = Duration.ofMillis(200);

  private ServerSocket server;
  private NetworkLink link;
  private Socket client;
  private Socket served;

  @BeforeEach
  void connect() throws IOException {
    server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    link = NetworkLink.to(server.getLocalPort());
    client = newClient();
    served = server.accept();
  }

  @AfterEach
  void disconnect() throws IOException {
    link.close();
    server.close();
  }

  @Test
  void carriesBothDirectionsAndTheEndOfEach() throws IOException {
    client.getOutputStream().write(1);
    client.shutdownOutput();
    assertThat(served.getInputStream().readAllBytes()).containsExactly(1);

    served.getOutputStream().write(2);
    served.close();
    assertThat(client.getInputStream().readAllBytes()).containsExactly(2);
  }

  @Test
  void holdsBytesBackForTheDelay() throws IOException {
    link.delay(PATIENCE);
    long start = System.nanoTime();

    client.getOutputStream().write(1);
    assertThat(served.getInputStream().read()).isEqualTo(1);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(PATIENCE);
  }

  @Test
  void losesNothingWhenItThaws() throws IOException {
    link.freeze();
    client.getOutputStream().write(1);
    served.setSoTimeout((int) PATIENCE.toMillis());
    assertThatExceptionOfType(SocketTimeoutException.class)
        .isThrownBy(() -> served.getInputStream().read());

    link.restore();

    served.setSoTimeout(0);
    assertThat(served.getInputStream().read()).isEqualTo(1);
  }

  @Test
  void resetsConnectionsAndRefusesNewOnesUntilItIsRestored() throws IOException {
    link.cut();
    assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
    assertThatExceptionOfType(ConnectException.class).isThrownBy(this::newClient);

    link.restore();

    newClient().getOutputStream().write(3);
    assertThat(server.accept().getInputStream().read()).isEqualTo(3);
  }

  private Socket newClient() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), link.port());
  }
}
