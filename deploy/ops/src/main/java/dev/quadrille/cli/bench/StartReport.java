package dev.quadrille.cli.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * How services start.
 *
 * @param services each started alone on tables that are there
 * @param residentMibLater the memory that each holds after a rest without load
 */
public record StartReport(
    Machine machine, Map<String, Start> services, Map<String, Double> residentMibLater) {

  /** For people: a table in Markdown. */
  public void print(PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%n%d processors, load %.1f before; Java %s%n%n",
        machine.processors(),
        machine.loadBefore(),
        machine.java());
    out.println("| | ready after s | CPU s | MiB when ready | MiB at rest |");
    out.println("|---|---|---|---|---|");
    services.forEach(
        (service, start) ->
            out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.0f | %.0f |%n",
                service,
                start.seconds,
                start.cpuSeconds,
                start.residentMib,
                residentMibLater.get(service)));
    out.flush();
  }

  /**
   * For programs: {@code start.json}.
   *
   * @throws dev.quadrille.testkit.platform.PlatformException if the directory cannot be written to
   */
  public void writeTo(Path directory) {
    new ResultFiles(directory).json("start.json", this);
  }

  /**
   * How one did.
   *
   * @param seconds until it was ready
   * @param cpuSeconds what it used of the processors until then
   * @param residentMib the memory that it held then
   */
  record Start(double seconds, double cpuSeconds, double residentMib) {}
}
