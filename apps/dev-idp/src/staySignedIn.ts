import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Person, personWithSubject } from './people.js';

const NAME = 'signed_in';

/**
 * The switch 'signed in, consent given': this browser's next logins at the provider are answered without a page, as real providers
 * answer a visitor whom they know.
 *
 * @param base - The provider's public URL.
 * @param form - What the visitor chose.
 */
export function staySignedIn(
  response: ServerResponse,
  base: string,
  form: URLSearchParams,
  person: Person | undefined,
): void {
  if (!form.has('stay') || person === undefined) return;
  const path = new URL(base).pathname;
  response.appendHeader('set-cookie', `${NAME}=${person.subject}; Path=${path}; HttpOnly; SameSite=Lax`);
}

/** The person who is signed in at the provider in this browser. */
export function signedInPerson({ headers }: IncomingMessage): Person | undefined {
  const subject = new RegExp(`(?:^|; )${NAME}=(\\d{8})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
  return subject === undefined ? undefined : personWithSubject(subject);
}
