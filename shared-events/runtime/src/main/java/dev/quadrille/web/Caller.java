package dev.quadrille.web;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The merchant who calls, as the token says.
 *
 * @param merchantId whose orders, keys and numbers the call is about
 */
public record Caller(String merchantId) {

  /**
   * What tells the caller of a request from every other one, merchant or back office. Keys that
   * callers choose are kept under it.
   *
   * @throws IllegalStateException if nobody is known to call, as where health is asked for
   */
  public static String nameOf(HttpServletRequest request) {
    var name = request.getRemoteUser();
    if (name == null) {
      throw new IllegalStateException("no token came with " + request.getRequestURI());
    }
    return name;
  }
}
