package dev.quadrille.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quadrille.testkit.platform.Progress;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A start that comes to nothing leaves nothing. */
class LocalSystemIT {
  private final WorkDirectory directory = WorkDirectory.temporary();
  private final SystemPorts ports = SystemPorts.free();

  @Test
  void givesUpAStartWhenItIsClosed() {
    var system = system(Hosting.OWN_JVMS);
    var start = CompletableFuture.runAsync(system::start, thread -> new Thread(thread).start());
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> system.parts().stream().anyMatch(part -> part.pid().isPresent()));
    var parts = processes(system);

    system.close();

    assertThatThrownBy(start::join).hasCauseInstanceOf(CancellationException.class);
    assertNothingIsLeft(parts);
    assertThat(system.parts()).allSatisfy(part -> assertThat(part.pid()).isEmpty());
  }

  @Test
  void startsNothingWhenAPortIsTaken() throws IOException {
    var system = system(Hosting.THIS_JVM);
    var taken = ports.of(Participant.ACCOUNT);
    try (var socket = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(system::start)
          .isInstanceOf(PortsTakenException.class)
          .hasMessage("port %d for account is in use", socket.getLocalPort());
      assertThat(system.parts()).allSatisfy(part -> assertThat(part.pid()).isEmpty());
    } finally {
      system.close();
    }
    assertNothingIsLeft(List.of());
  }

  private LocalSystem system(Hosting hosting) {
    return new LocalSystem(directory, ports, hosting, Progress.SILENT);
  }

  private static List<ProcessHandle> processes(LocalSystem system) {
    return system.parts().stream()
        .flatMap(part -> part.pid().stream())
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .toList();
  }

  private void assertNothingIsLeft(List<ProcessHandle> processes) {
    // A server's note that it is running goes a moment before its process.
    await().until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(directory.path()).doesNotExist();
  }
}
