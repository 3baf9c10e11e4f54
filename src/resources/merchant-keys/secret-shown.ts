/** The one place where a secret is shown, as the payloads that show it describe it. */
export const secretShown = {
  secret:
    'The secret half of the credential, shown this once: only its hash is kept, and a repeat of the request with the same Idempotency-Key finds null.',
}
