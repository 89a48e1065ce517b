/**
 * The networks that a caller's limits count by. Single addresses cost nothing, and neither do /64 networks within the /48 that
 * most providers assign.
 *
 * @param network - An IPv4 address, or the /64 network of an IPv6 one, as `clientAddress` finds it.
 * @returns `near`: the IPv4 /24 or IPv6 /64; `wide`: the IPv4 /24 or IPv6 /48.
 */
export function networksOf(network: string): { readonly near: string; readonly wide: string } {
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)?.[1];
  if (v4 !== undefined) return { near: `${v4}.0/24`, wide: `${v4}.0/24` };
  const v6 = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(network)?.[1];
  return { near: network, wide: v6 === undefined ? network : `${v6}::/48` };
}
