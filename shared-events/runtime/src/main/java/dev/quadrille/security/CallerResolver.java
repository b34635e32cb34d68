package dev.quadrille.security;

import dev.quadrille.web.Caller;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Tells a controller for which merchant it is called, as the token says. */
final class CallerResolver implements HandlerMethodArgumentResolver {

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Caller.class;
  }

  @Override
  public Caller resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binder) {
    if (request.getUserPrincipal() instanceof JwtAuthenticationToken caller) {
      var merchant = caller.getToken().getClaimAsString(Claims.MERCHANT_ID);
      if (merchant != null) {
        return new Caller(merchant);
      }
    }
    throw new IllegalStateException(
        "called by no merchant; quadrille.security.merchants lacks the path of "
            + parameter.getExecutable());
  }
}
