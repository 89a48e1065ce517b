/**
 * Whether a `Host` header names this machine: `localhost`, a name below it, or a loopback address, with or without a port. A page of
 * another site that lets its own name point to this machine (DNS rebinding) sends its own name.
 */
export function isLoopbackHost(header: string): boolean {
  const url = `http://${header}/`;
  if (!/^[\w.:[\]-]+$/.test(header) || !URL.canParse(url)) return false;
  // As browsers write it: `127.1`, `0x7f000001` and `[0:0::1]` in their one form.
  const { hostname } = new URL(url);
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  if (/^127(?:\.\d{1,3}){3}$/.test(hostname)) return true;
  return hostname === '[::1]' || /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(hostname);
}
