package dev.quadrille.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives a controller the wish of a request to wait. */
final class WaitingResolver implements HandlerMethodArgumentResolver {
  private final WaitingRoom room;

  WaitingResolver(WaitingRoom room) {
    this.room = room;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Waiting.class;
  }

  @Override
  public Waiting resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest webRequest,
      @Nullable WebDataBinderFactory binder) {
    var request = webRequest.getNativeRequest(HttpServletRequest.class);
    var response = webRequest.getNativeResponse(HttpServletResponse.class);
    var preferred =
        PreferHeader.waitOf(Objects.requireNonNull(request).getHeaders(PreferHeader.NAME));
    return new Waiting(room, request, Objects.requireNonNull(response), room.granted(preferred));
  }
}
