package dev.quadrille.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers what the container was told or found out itself. It tells the caller no causes. */
@RestController
class ProblemPage implements ErrorController {

  @RequestMapping("/error")
  ResponseEntity<ProblemDetail> show(HttpServletRequest request) {
    var code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    // Without one, somebody called this page itself.
    var status =
        code instanceof Integer value ? HttpStatusCode.valueOf(value) : HttpStatus.NOT_FOUND;
    return ResponseEntity.of(ProblemType.of(status)).build();
  }
}
