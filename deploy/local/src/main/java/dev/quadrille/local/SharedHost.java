package dev.quadrille.local;

import dev.quadrille.service.QuadrilleService;
import dev.quadrille.testkit.platform.PlatformException;
import dev.quadrille.testkit.platform.Waiting;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NestedExceptionUtils;

/** A service in this JVM. */
final class SharedHost implements Host {
  // The system stops its services itself, before what they stand on.
  private static final String NO_HOOK = "--spring.main.register-shutdown-hook=false";

  // Spring Boot sets up the logging of the JVM with each service: four at once break it, and four
  // in
  // turn multiply it. Whoever runs this JVM says where lines go.
  static {
    System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
  }

  private final Assignment assignment;
  private final Readiness readiness;
  private volatile @Nullable ConfigurableApplicationContext context;

  SharedHost(Assignment assignment) {
    this.assignment = assignment;
    this.readiness = new Readiness(assignment.url());
  }

  @Override
  public void start() {
    var arguments =
        Stream.concat(assignment.settings().get().stream(), Stream.of(NO_HOOK))
            .toArray(String[]::new);
    try {
      context =
          QuadrilleService.run(
              assignment.participant().application(), assignment.label(), arguments);
    } catch (RuntimeException e) {
      throw new PlatformException(
          "%s did not start: %s"
              .formatted(
                  assignment.label(), NestedExceptionUtils.getMostSpecificCause(e).getMessage()),
          e);
    }
    Waiting.until(
        this::isReady,
        PATIENCE,
        () -> assignment.label() + " is not ready: " + readiness.trouble().orElse(""));
  }

  private boolean isReady() {
    try {
      assignment.gate().requireOpen();
      return readiness.isUp();
    } catch (CancellationException e) {
      // Whoever closed the system may have looked before there was a context.
      stop();
      throw e;
    }
  }

  @Override
  public boolean stop() {
    var running = context;
    if (running != null) {
      running.close();
    }
    return true;
  }

  @Override
  public void kill() {
    throw new UnsupportedOperationException(
        assignment.label() + " shares its process with the others");
  }

  @Override
  public Optional<Long> pid() {
    return Optional.ofNullable(context)
        .filter(ConfigurableApplicationContext::isActive)
        .map(running -> ProcessHandle.current().pid());
  }
}
