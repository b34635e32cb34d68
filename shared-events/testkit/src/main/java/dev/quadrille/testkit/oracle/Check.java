package dev.quadrille.testkit.oracle;

import java.util.List;

/** One promise. */
interface Check {

  /** What breaks it now. */
  List<Finding> findings(Target target);

  /** Makes a finding of this check. */
  default Finding finding(String what, Object... arguments) {
    return new Finding(getClass().getSimpleName().replace("Check", ""), what.formatted(arguments));
  }
}
