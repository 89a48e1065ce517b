/** Percent-encodes text for one segment of a path. Half of a surrogate pair, which has no UTF-8 form (RFC 3629), becomes U+FFFD. */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
