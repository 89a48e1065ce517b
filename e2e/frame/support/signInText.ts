import type { ReviewVisit } from './reviews.js';

/** A sign-in of the page in the visitor's account. */
export async function signInText(visit: ReviewVisit, lines = ''): Promise<string> {
  const { host, origin } = new URL(visit.page.url());
  const { evm } = await visit.addresses();
  return `${host} wants you to sign in with your Ethereum account:\n${evm}\n\nWelcome back.\n\nURI: ${origin}/\nVersion: 1\nChain ID: 1\nNonce: firstfirst\nIssued At: 2026-01-01T00:00:00Z${lines}`;
}
