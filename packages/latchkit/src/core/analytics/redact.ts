const URL_TAIL = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/@]{0,200}@)?([^\s/?#"')]+)([^\s?#"')]*)[^\s"')]*/gi;
const SCRIPT = /\.[cm]?[jt]sx?(?::\d+)*$/;
const EMAIL = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g;
const HEX = /(?:0x)?[0-9a-f]{32,}/gi;
const TOKEN = /[A-Za-z0-9+/_=-]{32,}(?:\.[A-Za-z0-9+/_=-]+)*/g;

/**
 * Removes what may be secret from an error text: of a URL only the host remains, except the path of a script (the path or query
 * of an RPC URL may contain its key); email addresses, long hexadecimal numbers and long tokens are removed.
 */
export function redact(text: string, limit: number): string {
  const scripts: string[] = [];
  return text
    .slice(0, 4 * limit)
    .replace(URL_TAIL, (_, scheme: string, host: string, path: string) => {
      scripts.push(SCRIPT.test(path) ? `${scheme}${host}${path}` : `${scheme}${host}`);
      return `\u0000${scripts.length - 1}\u0000`;
    })
    .replace(EMAIL, '[email]')
    .replace(HEX, '[hex]')
    .replace(TOKEN, '[token]')
    .replace(/\0(\d+)\0/g, (_, index: string) => scripts[Number(index)] ?? '')
    .slice(0, limit);
}
