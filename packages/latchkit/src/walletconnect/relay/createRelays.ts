import { walletConnectError } from '../walletConnectError.js';
import { createRelay, type PublishOptions, type Relay, type RelayOptions } from './createRelay.js';
import { createSeen } from './createSeen.js';
import type { RelayStatus } from './RelayStatus.js';
import { readRefusal } from './readRefusal.js';
import { watchPolicy } from './watchPolicy.js';

/** One of a client's relays. */
export interface RelayPlace
  extends Pick<RelayOptions, 'urls' | 'projectId' | 'privateKey' | 'tokenInProtocol'> {
  /** Its name in stored records; undefined for the first relay, which had none before there were several. */
  readonly name: string | undefined;
  /** Whether it waits for `reach`, except for topics that live on it. */
  readonly waits: boolean;
}

export interface RelaysOptions extends Pick<RelayOptions, 'createSocket' | 'signal' | 'onStatus'> {
  readonly places: readonly RelayPlace[];
  /** Further relays, which are not known yet. */
  readonly later?: Promise<readonly RelayPlace[]> | undefined;
  /** @param place - The name of the relay that delivered it first. */
  onMessage(topic: string, message: string, place: string | undefined): void;
}

/** Several relays as one. A topic lives on one of them, or is open on all. */
export interface Relays extends Omit<Relay, 'subscribe' | 'publish'> {
  /**
   * Subscribes to a topic, and remembers where it lives, also for what is published to it later. Resolves when one relay
   * confirmed it. @throws when none does: what the first relay throws
   */
  subscribe(topic: string, home?: Home): Promise<void>;
  /**
   * @param home - Where to publish, also if the topic is unsubscribed meanwhile. Default: where the topic lives. @throws what
   * {@link Relay.publish} throws
   */
  publish(topic: string, message: string, how: PublishOptions, home?: Home): Promise<void>;
  /** Where a topic lives; undefined: on all relays. */
  homeOf(topic: string): Home | undefined;
  /** Whether a relay of this name is known, or may be once the later relays are. */
  knows(name: string | undefined): boolean;
  /** Contacts the relays that wait, for the topics that are open on all. @param topic - For this one alone. */
  reach(topic?: string): void;
  /** Lets them wait again; what is subscribed stays so. */
  rest(): void;
  readonly isReached: boolean;
}

/** Where a topic lives. */
export interface Home {
  readonly name: string | undefined;
}

type Act = (relay: Relay) => Promise<void>;

interface Member {
  readonly place: RelayPlace;
  readonly relay: Relay;
  /** Ends the relay alone. */
  readonly end: AbortController;
  status: RelayStatus;
}

/** An act that waits for `reach`, or for the later relays. */
interface Held {
  readonly topic: string;
  readonly home: Home | undefined;
  readonly act: Act;
  /** Whether it is done also if the topic is unsubscribed before. */
  readonly stays: boolean;
  resolve(): void;
  reject(error: unknown): void;
}

/** Creates the relays. A message that arrives over two of them is handled once. */
export function createRelays(options: RelaysOptions): Relays {
  const { places, later, signal } = options;
  const seen = createSeen();
  const homes = new Map<string, Home>();
  const members: Member[] = [];
  let held: Held[] = [];
  let isReached = false;
  /** Topics for which no relay waits. */
  const reached = new Set<string>();
  let isComplete = later === undefined;

  const add = (place: RelayPlace) => {
    const end = new AbortController();
    signal.addEventListener('abort', () => end.abort(), { once: true, signal: end.signal });
    const relay = createRelay({
      urls: place.urls,
      projectId: place.projectId,
      privateKey: place.privateKey,
      tokenInProtocol: place.tokenInProtocol,
      createSocket: options.createSocket,
      signal: end.signal,
      seen,
      onMessage: (topic, message) => options.onMessage(topic, message, place.name),
      onStatus(status) {
        member.status = status;
        tellRefusal(place, status);
        if (members.includes(member)) options.onStatus(sumOf(members));
      },
    });
    const member: Member = { place, relay, end, status: IDLE };
    members.push(member);
  };
  const tellRefusal = createRefusals(signal);
  watchPolicy(host => {
    const blocked = members.find(({ place }) => new URL(place.urls[0] ?? '').host === host);
    if (!blocked) return;
    tellPolicy(host);
    // The last one is tried again: a page may change its policy, and the visitor sees that it is unreachable.
    if (members.length === 1) return;
    members.splice(members.indexOf(blocked), 1);
    blocked.end.abort();
    options.onStatus(sumOf(members));
  }, signal);
  const tellPolicy = createPolicyLine();

  const isReachedFor = (topic: string) => isReached || reached.has(topic);
  const run = async (chosen: readonly Member[], act: Act) => {
    if (chosen.length === 0) throw walletConnectError('WC_RELAY_UNREACHABLE');
    await firstOf(chosen.map(({ relay }) => act(relay)));
  };
  const hold = (topic: string, act: Act, home?: Home, stays = false) =>
    new Promise<void>((resolve, reject) => held.push({ topic, home, act, stays, resolve, reject }));

  /** Acts on the relays of a topic. Those that still wait decide only if there is no other. */
  const perform = (topic: string, act: Act, named?: Home): Promise<void> => {
    const home = named ?? homes.get(topic);
    if (home) {
      const [member] = members.filter(({ place }) => place.name === home.name);
      if (member) return act(member.relay);
      if (isComplete) return Promise.reject(walletConnectError('WC_RELAY_UNREACHABLE'));
      return hold(topic, act, home, named !== undefined);
    }
    const awake = members.filter(({ place }) => isReachedFor(topic) || !place.waits);
    if (isComplete && awake.length === members.length) return run(awake, act);
    const waiting = hold(topic, act);
    waiting.catch(() => {});
    if (awake.length === 0) return waiting;
    const isWaiting = () => held.some(one => one.topic === topic && one.act === act);
    return run(awake, act).catch(error => {
      if (isWaiting()) throw error;
      // It was reached meanwhile.
      return waiting;
    });
  };

  /** Does what was held, as far as its relays are known and reached now. */
  const flush = () => {
    const now = held;
    held = [];
    for (const one of now) {
      const home = one.home ?? homes.get(one.topic);
      const chosen = members.filter(({ place }) => (home ? place.name === home.name : place.waits));
      const isDue = isComplete && (home !== undefined || isReachedFor(one.topic));
      if (!isDue) held.push(one);
      else run(chosen, one.act).then(one.resolve, one.reject);
    }
  };
  const drop = (topic: string) => {
    const ended = walletConnectError('WC_SESSION_ENDED');
    for (const one of held) if (one.topic === topic && !one.stays) one.reject(ended);
    held = held.filter(one => one.topic !== topic || one.stays);
  };

  for (const place of places) add(place);
  const complete = (more: readonly RelayPlace[]) => {
    if (signal.aborted) return;
    for (const place of more) add(place);
    isComplete = true;
    flush();
  };
  later?.then(complete, () => complete([]));
  signal.addEventListener('abort', () => {
    for (const one of held.splice(0)) one.reject(walletConnectError('WC_CLOSED'));
  });

  return {
    subscribe(topic, home) {
      if (home) homes.set(topic, home);
      return perform(topic, relay => relay.subscribe(topic));
    },
    unsubscribe(topic) {
      drop(topic);
      homes.delete(topic);
      reached.delete(topic);
      for (const { relay } of members) relay.unsubscribe(topic);
    },
    publish: (topic, message, how, home) => perform(topic, relay => relay.publish(topic, message, how), home),
    proposeSession: call => perform(call.pairingTopic, relay => relay.proposeSession(call)),
    approveSession: call => perform(call.sessionTopic, relay => relay.approveSession(call)),
    homeOf: topic => homes.get(topic),
    knows: name => !isComplete || members.some(({ place }) => place.name === name),
    wake() {
      for (const { relay } of members) relay.wake();
    },
    reach(topic) {
      if (topic === undefined) isReached = true;
      else reached.add(topic);
      flush();
    },
    rest() {
      isReached = false;
    },
    get isReached() {
      return isReached;
    },
  };
}

/** Resolves with the first success. Rejects when there is none, with the first relay's error. */
async function firstOf(answers: readonly Promise<void>[]): Promise<void> {
  await Promise.any(answers).catch(() => answers[0]);
}

/** What all relays amount to: a client works while one of them does. */
function sumOf(members: readonly Member[]): RelayStatus {
  const all = members.map(({ status }) => status);
  const best = RANK.flatMap(status => all.find(one => one.status === status) ?? [])[0] ?? IDLE;
  const relays = members.map(({ place, status }) => ({ url: place.urls[0] ?? '', status: status.status }));
  return members.length > 1 ? { ...best, relays } : best;
}

const RANK = ['open', 'connecting', 'unreachable', 'offline'] as const;
const IDLE: RelayStatus = { status: 'idle' };

/** Tells a developer once per host that the page's policy blocks a relay. */
function createPolicyLine() {
  const told = new Set<string>();
  return (host: string): void => {
    if (told.has(host)) return;
    told.add(host);
    console.error(
      `[latchkit] The page's Content-Security-Policy blocks the relay ${host}, so wallets there are not reached: add wss://${host} to connect-src.`,
    );
  };
}

/** Tells a developer once per relay that it refuses the page; another relay may hide it otherwise. */
function createRefusals(signal: AbortSignal) {
  const told = new Set<RelayPlace>();
  return (place: RelayPlace, status: RelayStatus): void => {
    const refusal = status.status === 'unreachable' ? readRefusal(place, status.error) : undefined;
    if (refusal === undefined || told.has(place) || signal.aborted) return;
    told.add(place);
    console.error(`[latchkit] ${refusal}`);
  };
}
