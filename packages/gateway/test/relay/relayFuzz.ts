/** Pseudo-random numbers, the same in every run (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const METHODS = [
  'irn_publish',
  'irn_batchPublish',
  'irn_subscribe',
  'irn_batchSubscribe',
  'irn_unsubscribe',
  'irn_batchUnsubscribe',
  'irn_fetchMessages',
  'irn_batchFetchMessages',
  'irn_batchReceive',
  'irn_subscription',
  'wc_proposeSession',
  'wc_approveSession',
  'constructor',
  '__proto__',
  '',
];

/** Generates hostile frames, from nearly valid to far off. */
export function relayFuzz(seed: number): () => string | Buffer {
  const random = numbersFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];
  const topic = () => 'abcdef0123456789'.repeat(4).slice(below(3), 64);
  const value = (depth = 0): unknown => {
    const leaf = below(depth > 3 ? 12 : 16);
    if (leaf < 3) return topic();
    if (leaf < 12) {
      return pick<unknown>([
        null,
        true,
        0,
        -1,
        1.5,
        1e308,
        Number.MAX_SAFE_INTEGER,
        '',
        '\0',
        '\ud800',
        'x'.repeat(below(2_000)),
        '__proto__',
        '{"a":1}',
        2 ** 32,
      ]);
    }
    if (leaf < 14) return Array.from({ length: below(5) }, () => value(depth + 1));
    return Object.fromEntries(Array.from({ length: below(5) }, () => [key(), value(depth + 1)]));
  };
  const key = () =>
    pick([
      'topic',
      'topics',
      'message',
      'messages',
      'ttl',
      'tag',
      'id',
      'subscriptions',
      'receipts',
      '__proto__',
    ]);
  const params = () => ({
    topic: value(),
    topics: value(),
    message: value(),
    ttl: value(),
    tag: value(),
    pairingTopic: value(),
    sessionTopic: value(),
    sessionProposal: value(),
    sessionProposalResponse: value(),
    sessionSettlementRequest: value(),
    [key()]: value(),
  });
  const request = () => ({
    id: pick<unknown>([1, 0, -1, 'a', '', 1e300, null, {}, 17.5, undefined]),
    jsonrpc: pick<unknown>(['2.0', '2.0', '2.0', '1.0', 2, undefined]),
    method: METHODS[below(METHODS.length)],
    params: pick<unknown>([params(), params(), value(), undefined]),
    ...(below(8) === 0 ? { result: value() } : {}),
  });
  return () => {
    // Rare, because it closes the socket at once.
    if (below(1_000) === 0) return Buffer.from(Array.from({ length: below(200) }, () => below(256)));
    const kind = below(20);
    if (kind === 1) return '['.repeat(below(5_000));
    const text = JSON.stringify(kind === 2 ? [request(), request()] : kind === 3 ? value() : request()) ?? '';
    if (kind === 4) return text.slice(0, below(text.length));
    if (kind === 5) return text.replace(/"/g, pick(["'", '\\', '\u2028', '']));
    return text;
  };
}
