package dev.quadrille.web;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The merchant who calls.
 *
 * @param merchantId whose orders, keys and numbers the call is about
 */
public record Caller(String merchantId) {

  /**
   * What tells the caller of a request from every other one, merchant or back office. Keys that
   * callers choose are kept under it.
   */
  public static String nameOf(HttpServletRequest request) {
    var merchant = request.getHeader(CallerResolver.MERCHANT);
    return merchant == null ? "" : merchant;
  }
}
