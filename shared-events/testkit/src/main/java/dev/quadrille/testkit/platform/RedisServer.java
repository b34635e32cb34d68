package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A Redis server in a process of its own that never outlives this JVM. It keeps nothing on disk,
 * and comes from the class path: nothing need be installed.
 */
public final class RedisServer implements AutoCloseable {
  private static final String VERSION = "7.0.15";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final WorkDirectory directory = WorkDirectory.temporary();
  private final int port = Ports.free();
  private final Process process;

  private RedisServer() {
    process = launch();
  }

  /**
   * Starts a server on a free port and waits until it answers.
   *
   * @throws PlatformException when it does not come up
   */
  public static RedisServer start() {
    var server = new RedisServer();
    Waiting.until(server::answers, PATIENCE, () -> "Redis does not answer");
    return server;
  }

  public int port() {
    return port;
  }

  /** {@code kill -9}. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
    directory.close();
  }

  private Process launch() {
    var command =
        List.of(
            unpacked().toString(),
            "--bind",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--save",
            "",
            // Its command line stays as it is, and holds the mark.
            "--set-proc-title",
            "no",
            "--syslog-ident",
            Reaper.ofThisJvm().mark());
    var log = directory.file("redis.log").toFile();
    try {
      return new ProcessBuilder(Shell.ignoringTheTerminal(command))
          .redirectErrorStream(true)
          .redirectOutput(log)
          .start();
    } catch (IOException e) {
      throw new PlatformException("cannot start Redis: " + e, e);
    }
  }

  private Path unpacked() {
    var system =
        System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
    var processor = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    var name = "/redis-server-%s-%s-%s".formatted(VERSION, system, processor);
    var target = directory.file("redis-server");
    try (var binary = RedisServer.class.getResourceAsStream(name)) {
      Files.copy(binary, target);
    } catch (IOException e) {
      throw new PlatformException("cannot unpack Redis: " + e, e);
    }
    if (!target.toFile().setExecutable(true)) {
      throw new PlatformException("cannot make " + target + " executable");
    }
    return target;
  }

  private boolean answers() {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      return socket.getInputStream().read() == '+';
    } catch (IOException e) {
      return false;
    }
  }
}
