package dev.quadrille.notification.channel;

import dev.quadrille.notification.application.Channel.Answer;
import jakarta.mail.MessagingException;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.springframework.mail.MailSendException;

/** What a failed attempt to send one mail means. */
final class SmtpFailure {
  /** The first of the replies by which a server does not take a mail (RFC 5321, section 4.2.1). */
  private static final int NOT_TAKEN = 400;

  private SmtpFailure() {}

  /**
   * Reads the failure.
   *
   * @throws MailSendException the failure itself, if the server may have taken the mail: the
   *     connection was lost, or the reply never came
   */
  static Answer meaning(MailSendException failure) {
    var failed = failure.getMessageExceptions();
    if (failed == null || failed.length == 0) {
      // Nothing failed but the farewell, after the mail was taken.
      return Answer.ACCEPTED;
    }
    var neverConnected = failed[0] == failure.getCause();
    if (neverConnected || notTaken(failed[0])) {
      return Answer.REFUSED;
    }
    throw failure;
  }

  private static boolean notTaken(Exception failure) {
    if (failure instanceof SMTPSendFailedException reply) {
      return reply.getReturnCode() >= NOT_TAKEN;
    }
    if (failure instanceof SMTPAddressFailedException reply) {
      return reply.getReturnCode() >= NOT_TAKEN;
    }
    return failure instanceof MessagingException chain
        && chain.getNextException() != null
        && notTaken(chain.getNextException());
  }
}
