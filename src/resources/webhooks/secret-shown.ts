/** The one place where a signing secret is shown, as the payloads that show it describe it. */
export const signingSecretShown = {
  secret:
    'The secret that deliveries are signed with, after the Standard Webhooks specification. Shown this once: a repeat of the request with the same Idempotency-Key finds null.',
}
