package dev.quadrille.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.jdbc.PasswordFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/** Who we are to a registry that asks: a name and a password, by HTTP Basic. */
public final class RegistryLogin {
  /** To a registry that does not ask. */
  public static final RegistryLogin NONE = new RegistryLogin(Optional::empty);

  private final Supplier<Optional<String>> userInfo;

  private RegistryLogin(Supplier<Optional<String>> userInfo) {
    this.userInfo = userInfo;
  }

  /** One that does not change. */
  public static RegistryLogin of(String username, String password) {
    return new RegistryLogin(() -> Optional.of(userInfo(username, password)));
  }

  /** One whose password somebody may change at any time. */
  static RegistryLogin of(String username, Path password) {
    return new RegistryLogin(() -> Optional.of(userInfo(username, read(password))));
  }

  /** One that somebody may exchange for another at any time. */
  static RegistryLogin of(Path username, Path password) {
    return new RegistryLogin(() -> Optional.of(userInfo(read(username), read(password))));
  }

  /**
   * Name and password as they are now, with a colon between them.
   *
   * @throws RegistryUnavailableException if they cannot be read, or are none
   */
  Optional<String> userInfo() {
    return userInfo.get();
  }

  /**
   * The same as a value of the header {@code Authorization}.
   *
   * @throws RegistryUnavailableException as {@link #userInfo}
   */
  Optional<String> authorization() {
    return userInfo()
        .map(login -> "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8)));
  }

  // A file may have been emptied a moment before it is written.
  private static String userInfo(String username, String password) {
    if (username.isEmpty() || password.isEmpty()) {
      throw new RegistryUnavailableException("Our login at the registry is empty");
    }
    if (username.contains(":")) {
      throw new RegistryUnavailableException(
          "Our name at the registry has a colon in it, which RFC 7617 gives no way to say");
    }
    return username + ":" + password;
  }

  private static String read(Path file) {
    try {
      return new PasswordFile(file).read();
    } catch (UncheckedIOException e) {
      throw new RegistryUnavailableException(
          "Our login at the registry cannot be read from " + file, e);
    }
  }
}
