/** The relay URL of a gateway. */
export function relayOf(gateway: string): string {
  return new URL('/relay', gateway).href.replace(/^http/, 'ws');
}
