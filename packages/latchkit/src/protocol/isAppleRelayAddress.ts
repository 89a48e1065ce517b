/** Domains of the addresses with which Apple hides a user's own (Communicating using the private email relay service). */
const RELAYS = /@(?:privaterelay\.appleid\.com|private\.icloud\.com)$/i;

/** Whether Apple forwards mail to this address only from registered senders; the rest bounces. */
export function isAppleRelayAddress(email: string): boolean {
  return RELAYS.test(email.trim());
}
