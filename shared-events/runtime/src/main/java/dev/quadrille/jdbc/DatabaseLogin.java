package dev.quadrille.jdbc;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/** How this service logs on to its database. Asked anew for each connection. */
public final class DatabaseLogin {
  private final DataSourceProperties database;
  private final @Nullable JdbcConnectionDetails details;
  private final @Nullable PasswordFile file;

  /**
   * @param details win over the properties
   * @param file wins over both
   */
  DatabaseLogin(
      DataSourceProperties database,
      @Nullable JdbcConnectionDetails details,
      @Nullable PasswordFile file) {
    this.database = database;
    this.details = details;
    this.file = file;
  }

  /** Where it is. */
  public String url() {
    return details == null ? database.determineUrl() : details.getJdbcUrl();
  }

  /** The role. */
  public @Nullable String username() {
    return details == null ? database.determineUsername() : details.getUsername();
  }

  /** Its password as it is now. */
  public @Nullable String password() {
    if (file != null) {
      return file.read();
    }
    return details == null ? database.determinePassword() : details.getPassword();
  }
}
