package dev.quadrille.cli.bench;

import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** How long a service takes to become ready, and how much memory it holds. */
public final class StartBench {
  private static final Duration QUIET = Duration.ofSeconds(20);

  private final LocalSystem system;
  private final Narrator narrator;

  /**
   * @param system not started yet, with a process for each service
   * @param out where progress goes
   */
  public StartBench(LocalSystem system, PrintWriter out) {
    this.system = system;
    this.narrator = new Narrator(out);
  }

  /**
   * Starts all services side by side, which makes their tables, and then each again alone: a new
   * process, whose files the operating system has in memory.
   */
  public StartReport run() {
    var loadBefore = Machine.load();
    system.start();
    var machine = Machine.of(loadBefore, system.addresses().postgres());
    var services = new LinkedHashMap<String, StartReport.Start>();
    for (var participant : Participant.values()) {
      narrator.say("Starting %s alone", participant.label());
      services.put(participant.label(), alone(participant));
    }
    return new StartReport(machine, services, residentLater());
  }

  private StartReport.Start alone(Participant participant) {
    system.stop(participant);
    var begun = System.nanoTime();
    system.start(participant);
    var seconds = (System.nanoTime() - begun) / 1e9;
    var pid = system.pid(participant).orElseThrow();
    return new StartReport.Start(
        seconds, ProcessTimes.ofProcess(pid) / 1_000, ProcessTimes.residentMib(pid));
  }

  private Map<String, Double> residentLater() {
    narrator.say("Letting all of them rest for %d s", QUIET.toSeconds());
    Pace.REAL.waitUntil(System.nanoTime() + QUIET.toNanos());
    var mib = new LinkedHashMap<String, Double>();
    for (var participant : Participant.values()) {
      var pid = system.pid(participant).orElseThrow();
      mib.put(participant.label(), ProcessTimes.residentMib(pid));
    }
    return mib;
  }
}
