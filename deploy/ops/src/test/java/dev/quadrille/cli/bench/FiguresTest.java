package dev.quadrille.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class FiguresTest {

  @Test
  void addsUpAMetricOverItsLabels() {
    var figures =
        new Prometheus(
            """
            # TYPE jvm_gc_pause_seconds summary
            jvm_gc_pause_seconds_sum{cause="A"} 0.25
            jvm_gc_pause_seconds_sum{cause="B"} 0.5
            jvm_gc_pause_seconds_sum_other{cause="B"} 7
            """);
    assertThat(figures.sum("jvm_gc_pause_seconds_sum")).isEqualTo(0.75);
    assertThat(figures.sum("unknown")).isZero();
  }

  @Test
  void tellsWhatOneSagaCosts() {
    var before =
        new CostMeter.Reading(
            Map.of("order", 100.0, CostMeter.LOAD, 10.0),
            Map.of("requests", 40.0),
            Map.of(),
            new CostMeter.Counters(5, 50, 2, 20, 500));
    var after =
        new CostMeter.Reading(
            Map.of("order", 300.0, CostMeter.LOAD, 60.0),
            Map.of("requests", 140.0),
            Map.of(),
            new CostMeter.Counters(15, 90, 6, 52, 900));
    var cost = after.since(before, 10);
    assertThat(cost.systemCpuMillis()).isEqualTo(20);
    assertThat(cost.cpuMillis()).containsEntry(CostMeter.LOAD, 5.0);
    assertThat(cost.threadMillis()).containsExactly(Map.entry("requests", 10.0));
    assertThat(cost.commits()).isEqualTo(1);
    assertThat(cost.statements()).isEqualTo(4);
    assertThat(cost.walBytes()).isEqualTo(40);
    assertThat(cost.eventsPerBatch()).isEqualTo(8);
  }

  @Test
  void readsWhatFollowsTheNameOfAProcess() {
    assertThat(ProcessTimes.fields("12 (a) b) S 1 12")).containsExactly("S", "1", "12");
    assertThat(ProcessTimes.name("12 (a) b) S 1 12")).isEqualTo("a) b");
  }

  @Test
  void tellsThreadsByTheirNames() {
    assertThat(ThreadKind.of("C2 CompilerThre")).isEqualTo(ThreadKind.COMPILERS);
    assertThat(ThreadKind.of("notification.fo")).isEqualTo(ThreadKind.LANES);
    assertThat(ThreadKind.of("debezium-postgr")).isEqualTo(ThreadKind.RELAY);
    assertThat(ThreadKind.of("courier")).isEqualTo(ThreadKind.OTHER);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void readsWhatThisProcessUses() {
    var all = ProcessTimes.ofThreads(ProcessHandle.current().pid());
    assertThat(all).containsKeys(ThreadKind.COMPILERS, ThreadKind.COLLECTOR, ThreadKind.OTHER);
  }
}
