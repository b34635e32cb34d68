package dev.quadrille.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import java.util.logging.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Where the log lines of this JVM go: the terminal belongs to the command. Set in code, for a
 * configuration file on the class path would also be found by services in JVMs of their own.
 */
public final class ServiceLogs {
  private static final String PATTERN =
      "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36}%X{orderId: order=}%X{orderId}"
          + "%X{eventId: event=}%X{eventId} - %msg%n";

  private ServiceLogs() {}

  /** Drops every line; to be called before anything logs. */
  static void nowhere() {
    LogManager.getLogManager().reset();
    SLF4JBridgeHandler.install();
    context().reset();
    root().setLevel(Level.OFF);
  }

  /** Appends the lines to a file from now on. */
  public static void to(Path file) {
    var context = context();
    var appender = new RollingFileAppender<ILoggingEvent>();
    appender.setContext(context);
    appender.setFile(file.toString());
    appender.setEncoder(encoder(context));
    appender.setRollingPolicy(rolling(context, appender, file));
    appender.setTriggeringPolicy(triggering(context));
    appender.start();
    root().addAppender(appender);
    root().setLevel(Level.WARN);
    context.getLogger("dev.quadrille").setLevel(Level.INFO);
  }

  private static PatternLayoutEncoder encoder(LoggerContext context) {
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    return encoder;
  }

  private static FixedWindowRollingPolicy rolling(
      LoggerContext context, RollingFileAppender<ILoggingEvent> appender, Path file) {
    var policy = new FixedWindowRollingPolicy();
    policy.setContext(context);
    policy.setParent(appender);
    policy.setFileNamePattern(file + ".%i");
    policy.setMaxIndex(2);
    policy.start();
    return policy;
  }

  private static SizeBasedTriggeringPolicy<ILoggingEvent> triggering(LoggerContext context) {
    var policy = new SizeBasedTriggeringPolicy<ILoggingEvent>();
    policy.setContext(context);
    policy.setMaxFileSize(FileSize.valueOf("20MB"));
    policy.start();
    return policy;
  }

  private static ch.qos.logback.classic.Logger root() {
    return context().getLogger(Logger.ROOT_LOGGER_NAME);
  }

  private static LoggerContext context() {
    return (LoggerContext) LoggerFactory.getILoggerFactory();
  }
}
