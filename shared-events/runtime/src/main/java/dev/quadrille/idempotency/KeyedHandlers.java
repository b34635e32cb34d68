package dev.quadrille.idempotency;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/** Which requests come under a key: each POST that reaches a controller. */
final class KeyedHandlers {
  private final RequestMappingHandlerMapping mapping;

  KeyedHandlers(RequestMappingHandlerMapping mapping) {
    this.mapping = mapping;
  }

  /** Who would handle a request; empty if it needs no key. */
  Optional<HandlerMethod> find(HttpServletRequest request) {
    return HttpMethod.POST.matches(request.getMethod()) ? handler(request) : Optional.empty();
  }

  private Optional<HandlerMethod> handler(HttpServletRequest request) {
    ServletRequestPathUtils.parseAndCache(request);
    try {
      var chain = mapping.getHandler(request);
      return chain != null && chain.getHandler() instanceof HandlerMethod method
          ? Optional.of(method)
          : Optional.empty();
    } catch (Exception e) {
      // Nobody handles it. Why, is told by the dispatcher, which finds the same.
      return Optional.empty();
    } finally {
      ServletRequestPathUtils.clearParsedRequestPath(request);
    }
  }
}
