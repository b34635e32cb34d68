package dev.quadrille.testkit;

import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.listener.QueryExecutionListener;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Counts the calls of a service to its database: every {@code execute…} and {@code executeBatch} of
 * this thread. A service is counted if this class is among its {@code spring.main.sources}.
 */
public final class SqlCalls implements BeanPostProcessor {
  private static final ThreadLocal<List<String>> CALLS = ThreadLocal.withInitial(ArrayList::new);

  /** The statements of the calls that some work makes on this thread, in order. */
  public static List<String> during(Runnable work) {
    CALLS.get().clear();
    work.run();
    return List.copyOf(CALLS.get());
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof DataSource source && name.equals("dataSource")
        ? ProxyDataSourceBuilder.create(source).listener(new Listener()).build()
        : bean;
  }

  private static final class Listener implements QueryExecutionListener {
    @Override
    public void beforeQuery(ExecutionInfo execution, List<QueryInfo> queries) {
      CALLS.get().add(queries.isEmpty() ? "" : queries.get(0).getQuery().strip());
    }

    @Override
    public void afterQuery(ExecutionInfo execution, List<QueryInfo> queries) {}
  }
}
