import type { IncomingMessage } from 'node:http';

/**
 * Whether a request names at most one host. Node takes the first of several, a proxy in front may take another one: such a
 * request is refused (RFC 9112, 3.2).
 */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count <= 1;
}
