/** Returns an EVM chain id as used in RPC calls: `eip155:10` is `0xa`. */
export function hexChainId(caipNetworkId: string): string {
  return `0x${Number(caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)).toString(16)}`;
}
