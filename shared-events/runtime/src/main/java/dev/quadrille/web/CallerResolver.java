package dev.quadrille.web;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Tells a controller who calls: the merchant that the trusted front names in a header. */
final class CallerResolver implements HandlerMethodArgumentResolver {
  static final String MERCHANT = "Quadrille-Merchant";

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Caller.class;
  }

  @Override
  public Caller resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binder)
      throws MissingRequestHeaderException {
    var merchant = request.getHeader(MERCHANT);
    if (merchant == null || !merchant.matches("[\\x21-\\x7e]{1,64}")) {
      throw new MissingRequestHeaderException(MERCHANT, parameter);
    }
    return new Caller(merchant);
  }
}
