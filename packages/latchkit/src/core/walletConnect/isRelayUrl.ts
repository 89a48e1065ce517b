import { parseUrl } from '../../protocol/parseUrl.js';

/** Whether a page may connect to this relay: encrypted, or on this machine. */
export function isRelayUrl(url: string): boolean {
  const { protocol, hostname = '' } = parseUrl(url) ?? {};
  if (protocol === 'wss:') return true;
  return protocol === 'ws:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/.test(hostname);
}
