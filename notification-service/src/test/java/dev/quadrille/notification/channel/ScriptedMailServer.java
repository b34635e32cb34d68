package dev.quadrille.notification.channel;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;

/**
 * A mail server that says at each point of the dialogue what it is told to, or hangs up, or hangs.
 */
final class ScriptedMailServer implements AutoCloseable {
  static final String HANG_UP = "";
  static final String HANG = " ";

  private final ServerSocket socket;
  private final Map<String, String> script = new HashMap<>();

  ScriptedMailServer() throws IOException {
    socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    new Thread(this::serve, "scripted-mail-server").start();
  }

  /**
   * Says something else than usual.
   *
   * @param command what is answered: {@code GREETING}, a command, or {@code END} of the mail
   */
  ScriptedMailServer on(String command, String reply) {
    script.put(command, reply);
    return this;
  }

  int port() {
    return socket.getLocalPort();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (var client = socket.accept()) {
        converse(client);
      } catch (IOException hungUp) {
        // The next one, please.
      }
    }
  }

  private void converse(Socket client) throws IOException {
    var in = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));
    if (!say(client, "GREETING", "220 here")) {
      return;
    }
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      var command = line.split("[ :]", 2)[0];
      if (!say(client, command, command.equals("DATA") ? "354 go on" : "250 fine")) {
        return;
      }
      if (command.equals("DATA") && !script.containsKey("DATA")) {
        while (!in.readLine().equals(".")) {}
        if (!say(client, "END", "250 taken")) {
          return;
        }
      }
    }
  }

  /** Returns whether the conversation goes on. */
  private boolean say(Socket client, String command, String usually) throws IOException {
    var reply = script.getOrDefault(command, usually);
    if (reply.equals(HANG)) {
      // Until the client has had enough.
      client.getInputStream().read();
      return false;
    }
    if (!reply.equals(HANG_UP)) {
      client.getOutputStream().write((reply + "\r\n").getBytes(US_ASCII));
    }
    return !reply.equals(HANG_UP);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
