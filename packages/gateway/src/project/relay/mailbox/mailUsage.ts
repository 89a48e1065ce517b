import type { MailboxLimits } from './Mailbox.js';

/** Share of a cap that remains used after an eviction; otherwise each further message would evict one. */
const LEFT = 7 / 8;

/** Bytes to evict: the oldest messages of a client on one network. */
export interface Eviction {
  readonly network: string;
  readonly sender: string;
  readonly bytes: number;
}

/** Bytes in a mailbox per client and per network. */
export interface MailUsage {
  readonly total: number;
  ofNetwork(network: string): number;
  ofSender(network: string, sender: string): number;
  /** @param bytes - Negative after a removal. */
  add(network: string, sender: string, bytes: number): void;
  /** Adds the bytes of clients that are not counted individually, and so are never evicted first. */
  addOthers(bytes: number): void;
  clear(): void;
  heaviestNetwork(): string | undefined;
  heaviestSender(network: string): string | undefined;
}

export function mailUsage(): MailUsage {
  const networks = new Map<string, { bytes: number; readonly senders: Map<string, number> }>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    ofNetwork: network => networks.get(network)?.bytes ?? 0,
    ofSender: (network, sender) => networks.get(network)?.senders.get(sender) ?? 0,
    add(network, sender, bytes) {
      const known = networks.get(network) ?? { bytes: 0, senders: new Map<string, number>() };
      networks.set(network, known);
      const left = (known.senders.get(sender) ?? 0) + bytes;
      if (left > 0) known.senders.set(sender, left);
      else known.senders.delete(sender);
      known.bytes += bytes;
      total += bytes;
      if (known.senders.size === 0) networks.delete(network);
    },
    addOthers(bytes) {
      total += bytes;
    },
    clear() {
      networks.clear();
      total = 0;
    },
    heaviestNetwork: () => heaviest([...networks].map(([network, { bytes }]) => [network, bytes])),
    heaviestSender: network => heaviest(networks.get(network)?.senders ?? []),
  };
}

function heaviest(entries: Iterable<readonly [string, number]>): string | undefined {
  let found: readonly [string, number] | undefined;
  for (const entry of entries) if (found === undefined || entry[1] > found[1]) found = entry;
  return found?.[0];
}

/** A client and the network that it sent from. */
export type MailOrigin = Pick<Eviction, 'network' | 'sender'>;

/**
 * Removes the excess over each cap from the usage: from clients above their cap; from the largest clients of a network above
 * its cap; and, if the whole mailbox is above its cap, from the largest clients of the largest networks.
 *
 * @param touched - Clients whose usage grew.
 * @returns the evictions to carry out.
 */
export function evictions(
  usage: MailUsage,
  { clientBytes, networkBytes, bytes }: Pick<MailboxLimits, 'clientBytes' | 'networkBytes' | 'bytes'>,
  touched: readonly MailOrigin[],
): readonly Eviction[] {
  const found: Eviction[] = [];
  const relieve = (network: string, sender: string | undefined, excess: number): boolean => {
    const taken = sender === undefined ? 0 : Math.min(Math.ceil(excess), usage.ofSender(network, sender));
    if (sender === undefined || taken === 0) return false;
    usage.add(network, sender, -taken);
    found.push({ network, sender, bytes: taken });
    return true;
  };
  const reduce = (cap: number, size: () => number, networkOf: () => string | undefined) => {
    if (size() <= cap) return;
    for (let goesOn = true; goesOn && size() > cap * LEFT; ) {
      const network = networkOf();
      goesOn = network !== undefined && relieve(network, usage.heaviestSender(network), size() - cap * LEFT);
    }
  };
  for (const { network, sender } of touched) {
    const held = usage.ofSender(network, sender);
    if (held > clientBytes) relieve(network, sender, held - clientBytes * LEFT);
  }
  for (const { network } of touched) {
    reduce(
      networkBytes,
      () => usage.ofNetwork(network),
      () => network,
    );
  }
  reduce(
    bytes,
    () => usage.total,
    () => usage.heaviestNetwork(),
  );
  return found;
}
