// The parts of RFC 3986, appendix A, that sign-in messages use.
const PERCENT = '%[0-9A-Fa-f]{2}';
const SUB_DELIMS = "!$&'()*+,;=";
const PCHAR = `(?:[\\w.~${SUB_DELIMS}:@-]|${PERCENT})`;
const H16 = '[0-9A-Fa-f]{1,4}';
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const LS32 = `(?:${H16}:${H16}|${IPV4})`;
const IPV6 = [
  `(?:${H16}:){6}${LS32}`,
  `::(?:${H16}:){5}${LS32}`,
  `(?:${H16})?::(?:${H16}:){4}${LS32}`,
  `(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LS32}`,
  `(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LS32}`,
  `(?:(?:${H16}:){0,3}${H16})?::${H16}:${LS32}`,
  `(?:(?:${H16}:){0,4}${H16})?::${LS32}`,
  `(?:(?:${H16}:){0,5}${H16})?::${H16}`,
  `(?:(?:${H16}:){0,6}${H16})?::`,
].join('|');
const IP_LITERAL = `\\[(?:${IPV6}|v[0-9A-Fa-f]+\\.[\\w.~${SUB_DELIMS}:-]+)\\]`;
const USER = `(?:(?:[\\w.~${SUB_DELIMS}:-]|${PERCENT})*@)?`;
const HOST = (least: '*' | '+') => `(?:${IP_LITERAL}|(?:[\\w.~${SUB_DELIMS}-]|${PERCENT})${least})`;
const PORT = '(?::\\d*)?';
const SCHEME = '[A-Za-z][A-Za-z0-9+.-]*';
const PATH = [
  `//${USER}${HOST('*')}${PORT}(?:/${PCHAR}*)*`,
  `/(?:${PCHAR}+(?:/${PCHAR}*)*)?`,
  `${PCHAR}+(?:/${PCHAR}*)*`,
  '',
].join('|');
const REST = `(?:${PCHAR}|[/?])*`;

const AUTHORITY_TEXT = new RegExp(`^${USER}${HOST('+')}${PORT}$`);
const SCHEME_TEXT = new RegExp(`^${SCHEME}$`);
const URI_TEXT = new RegExp(`^${SCHEME}:(?:${PATH})(?:\\?${REST})?(?:#${REST})?$`);
const PCHARS_TEXT = new RegExp(`^${PCHAR}*$`);

/** Whether `text` is an authority with a host: `[user@]host[:port]`. */
export function isAuthority(text: string): boolean {
  return AUTHORITY_TEXT.test(text);
}

/** Whether `text` is a scheme, without its colon. */
export function isScheme(text: string): boolean {
  return SCHEME_TEXT.test(text);
}

/** Whether `text` is a URI, scheme included. */
export function isUri(text: string): boolean {
  return URI_TEXT.test(text);
}

/** Whether `text` is valid as one path segment; it may be empty. */
export function isPathSegment(text: string): boolean {
  return PCHARS_TEXT.test(text);
}
