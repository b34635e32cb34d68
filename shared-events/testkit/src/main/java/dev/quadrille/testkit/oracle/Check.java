package dev.quadrille.testkit.oracle;

import java.util.List;

/** One promise. */
interface Check {

  /** What breaks it now. */
  List<Finding> findings(Target target);

  /** What it is called. */
  default String name() {
    return getClass().getSimpleName().replace("Check", "");
  }

  /** Makes a finding of this check. */
  default Finding finding(String what, Object... arguments) {
    return new Finding(name(), what.formatted(arguments));
  }
}
