package dev.quadrille.cli;

import dev.quadrille.cli.connection.MissingConnectionException;
import dev.quadrille.cli.connection.UnreachableException;
import dev.quadrille.codec.RegistryUnavailableException;
import dev.quadrille.testkit.platform.MissingPrerequisiteException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/**
 * What a failed command says, and what it ends with.
 *
 * @param text one line
 */
record Complaint(String text, int exitCode) {

  static Complaint of(Exception failure) {
    if (failure instanceof UnreachableException
        || failure instanceof RegistryUnavailableException) {
      return new Complaint(firstLine(failure.getMessage()), ExitCode.UNREACHABLE);
    }
    if (failure instanceof MissingConnectionException
        || failure instanceof MissingPrerequisiteException) {
      return new Complaint(firstLine(failure.getMessage()), ExitCode.USAGE);
    }
    if (failure instanceof DataAccessException) {
      return ofDatabase(failure);
    }
    if (causes(failure).anyMatch(KafkaException.class::isInstance)) {
      return new Complaint("Kafka does not answer: " + root(failure), ExitCode.UNREACHABLE);
    }
    // Ours say all in their message; of others the type tells more than the message.
    var ours = failure.getClass().getName().startsWith("dev.quadrille.");
    return new Complaint(
        firstLine(ours && failure.getMessage() != null ? failure.getMessage() : failure.toString()),
        ExitCode.BAD);
  }

  private static Complaint ofDatabase(Exception failure) {
    return failure instanceof CannotGetJdbcConnectionException
        ? new Complaint("a database does not answer: " + root(failure), ExitCode.UNREACHABLE)
        : new Complaint("a database refuses: " + root(failure), ExitCode.BAD);
  }

  private static String root(Exception failure) {
    var all = causes(failure).toList();
    var last = all.get(all.size() - 1);
    return firstLine(
        all.stream().filter(SQLException.class::isInstance).findFirst().orElse(last).getMessage());
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
  }

  private static String firstLine(String text) {
    return String.valueOf(text).lines().findFirst().orElse("");
  }
}
