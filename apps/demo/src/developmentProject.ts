/** The project id that every development gateway accepts. */
export const DEVELOPMENT_PROJECT = '0'.repeat(32);

/** The id that the relay which stands in for the network's accepts. */
export const NETWORK_PROJECT = 'd0d0'.repeat(8);

/** The relay of a gateway. */
export function relayOf(gateway: string): string {
  return `${gateway.replace(/^http/, 'ws')}/relay`;
}
