package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.platform.Platform;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What writing and reading an event costs when the registry has told all that it is asked. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CodecBenchmark {
  /** The type of the event. */
  @Param({"ORDER_PLACED", "STOCK_RESERVED", "ACCOUNT_DEBITED"})
  public String type;

  private CodecContext context;
  private EventCodec codec;
  private EventType wanted;
  private SpecificRecord event;
  private byte[] value;

  /** Starts the codec; the registry is there. */
  @Setup
  public void start() {
    context = CodecContext.ready(Platform.shared().ccompatUrl());
    codec = context.codec();
    wanted = EventType.valueOf(type);
    event = SampleEvents.of(wanted);
    value = codec.encode(event);
  }

  /** Ends the codec. */
  @TearDown
  public void stop() {
    context.close();
  }

  /** From event to bytes. */
  @Benchmark
  public byte[] encode() {
    return codec.encode(event);
  }

  /** From bytes to event. */
  @Benchmark
  public SpecificRecord decode() {
    return codec.decode(wanted, value);
  }

  /** From bytes to the plainest that say the same. */
  @Benchmark
  public byte[] plain() {
    return codec.plain(value);
  }
}
