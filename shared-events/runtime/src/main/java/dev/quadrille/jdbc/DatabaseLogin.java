package dev.quadrille.jdbc;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;

/** How this service logs on to its database. Asked anew for each connection. */
public final class DatabaseLogin {
  private final DataSourceProperties database;
  private final @Nullable PasswordFile file;

  DatabaseLogin(DataSourceProperties database, @Nullable PasswordFile file) {
    this.database = database;
    this.file = file;
  }

  /** The role. */
  public @Nullable String username() {
    return database.determineUsername();
  }

  /** Its password as it is now. */
  public @Nullable String password() {
    return file == null ? database.determinePassword() : file.read();
  }
}
