import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type BoundedMap, boundedMap } from '../../platform/boundedMap.js';
import { closeReason } from './closeCodes.js';
import { deliveryFrame, mailData } from './frames.js';
import type { Mail } from './mailbox/Mailbox.js';
import { mailSize } from './mailbox/mailSize.js';

/** Maximum number and bytes of unacknowledged messages on one socket. */
const WINDOW = 256;
const WINDOW_SIZE = 2_097_152;
/** Window in bytes while all sockets together exceed their limit; a single message may be larger. */
const SMALL_WINDOW = 65_536;
/** Buffered bytes above which nothing more is written to a socket, nor read from it. */
const BUFFER = 1_048_576;
/**
 * Ids of acknowledged messages that a mailbox page, read before the acknowledgement was stored, may still contain. No more
 * than the window can be acknowledged while a page is read.
 */
const RECENT = 2 * WINDOW;
/** Time limit of a closing handshake, in milliseconds. */
const CLOSING = 2_000;

/** Maximum number of messages that are sent again at once. */
const REMINDERS = 32;

interface HandedOut {
  readonly mail: Mail;
  readonly at: number;
  /** Time of the last delivery. */
  saidAt: number;
}

/** Messages on their way to all sockets of a process. */
export interface Outgoing {
  bytes: number;
  readonly limit: number;
}

/** The client at the other end of a socket. */
export interface SessionParty {
  /** `did:key` of the client, which identifies it among clients. */
  readonly client: string;
  readonly projectId: string;
  /** Network that the client connects from. */
  readonly network: string;
}

/** One socket of a client: its subscriptions, and the messages on their way to it. */
export class Session {
  /** Subscription id of each topic. */
  readonly subscriptions = new Map<string, string>();
  /** Topics with stored messages that this socket may not have received. */
  readonly behind = new Set<string>();
  /** Topics whose messages are being read from the mailbox for this socket. */
  reading: ReadonlySet<string> = new Set();
  isCatchingUp = false;
  /** Where the next page of `irn_fetchMessages` begins, and for which topics. */
  fetching: { readonly topics: string; readonly after: string } | undefined;
  /** Number of requests in progress, and the bytes of their frames. */
  pending = 0;
  pendingBytes = 0;
  /** Invalid frames and requests above the limit; the count decays with time. */
  faults = 0;
  excesses = 0;
  /** Whether the socket has sent anything since the last ping. */
  isAlive = true;
  /** Since when the socket has been blocked with data waiting. */
  stalledSince: number | undefined;

  readonly #inFlight = new Map<number, HandedOut>();
  #turn: Promise<unknown> = Promise.resolve();
  // Delivered messages that the mailbox still holds, until it has stored the acknowledgement. Topics by message id: joined
  // keys would allocate a new string each.
  readonly #known = new Map<string, string>();
  #recent: BoundedMap<string> | undefined;
  #size = 0;
  #knownSize = 0;
  #lastId: number;
  #isCorked = false;
  #isClosing = false;
  #closeCode: number | undefined;

  /** `did:key` of the client. */
  readonly client: string;
  readonly network: string;

  constructor(
    { client, network }: SessionParty,
    readonly socket: WebSocket,
    private readonly transport: Duplex,
    private readonly outgoing: Outgoing,
    time: number,
  ) {
    this.client = client;
    this.network = network;
    // 16 digits, below 2^53: a connection would need a thousand ids a millisecond to reach the ids of the next one.
    this.#lastId = time * 1_000;
  }

  get isOpen(): boolean {
    return !this.#isClosing && this.socket.readyState === this.socket.OPEN;
  }

  /** Close code if the relay closed the socket; undefined otherwise. */
  get closeCode(): number | undefined {
    return this.#closeCode;
  }

  /** Whether the socket accepts writes without buffering more than it may. */
  get isFlowing(): boolean {
    return this.socket.bufferedAmount < BUFFER;
  }

  /** Whether one more message fits into the window. */
  get hasRoom(): boolean {
    const most = this.outgoing.bytes < this.outgoing.limit ? WINDOW_SIZE : SMALL_WINDOW;
    return this.#inFlight.size < WINDOW && this.#size < most && this.isFlowing;
  }

  /** Number of messages that the mailbox may still return although this socket has them. */
  get knownCount(): number {
    return this.#known.size + (this.#recent?.size ?? 0);
  }

  /** Bytes of those messages that the mailbox still holds. */
  get knownBytes(): number {
    return this.#knownSize;
  }

  knows({ topic, id }: Mail): boolean {
    return this.#known.get(id) === topic || this.#recent?.get(id) === topic;
  }

  /** Writes a frame. All frames of one event-loop turn are sent in one system call. */
  send(text: string): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.transport.cork();
      setImmediate(() => {
        this.#isCorked = false;
        this.transport.uncork();
      });
    }
    this.socket.send(text);
  }

  /**
   * Runs long reads one at a time, each only after the socket has accepted the previous response. Otherwise a client that
   * sends requests without reading responses would fill the memory: one packet holds a hundred requests.
   */
  inTurn<T>(read: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => this.#flowing()).then(read);
    // Wait until the response is written.
    this.#turn = turn.then(nextTurn, nextTurn);
    return turn;
  }

  /** Resolves when the socket accepts more data, or is closed. */
  async #flowing(): Promise<void> {
    if (this.isFlowing || this.transport.destroyed) return;
    await new Promise<void>(resolve => {
      const done = () => {
        this.transport.off('drain', done).off('close', done);
        resolve();
      };
      this.transport.on('drain', done).on('close', done);
    });
  }

  /** Delivers a message. @param data - From `mailData`. */
  hand(mail: Mail, data: string, time: number): void {
    const subscription = this.subscriptions.get(mail.topic);
    if (subscription === undefined) return;
    this.#lastId += 1;
    this.#inFlight.set(this.#lastId, { mail, at: time, saidAt: time });
    this.#known.set(mail.id, mail.topic);
    const size = mailSize(mail);
    this.#knownSize += size;
    this.#resize(size);
    this.send(deliveryFrame(this.#lastId, subscription, data));
  }

  /**
   * Delivers unacknowledged messages from before `since` again, under their old ids: a frame can get lost inside a
   * connected socket. Clients recognise a repeated message by its hash.
   */
  remind(since: number, time: number): void {
    let left = REMINDERS;
    for (const [id, handed] of this.#inFlight) {
      if (left === 0 || !this.isFlowing) return;
      const subscription = this.subscriptions.get(handed.mail.topic);
      if (subscription === undefined || handed.saidAt > since) continue;
      handed.saidAt = time;
      left -= 1;
      this.send(deliveryFrame(id, subscription, mailData(handed.mail)));
    }
  }

  /** The message that the client acknowledges with this id; undefined for an unknown id. */
  acknowledged(id: number): Mail | undefined {
    const handed = this.#inFlight.get(id);
    if (!handed) return undefined;
    const { mail } = handed;
    this.#inFlight.delete(id);
    this.#resize(-mailSize(mail));
    return mail;
  }

  /** Discards all state of the closed socket. */
  ended(): void {
    this.#inFlight.clear();
    this.#resize(-this.#size);
  }

  #resize(bytes: number): void {
    this.#size += bytes;
    this.outgoing.bytes += bytes;
  }

  /** The mailbox has stored the acknowledgement of a message, or failed to. */
  settled(mail: Mail): void {
    const { topic, id } = mail;
    if (this.#known.delete(id)) this.#knownSize -= mailSize(mail);
    this.#recent ??= boundedMap(RECENT);
    this.#recent.add(id, topic);
  }

  /** Age of the oldest unacknowledged message, in milliseconds. */
  waitedFor(time: number): number {
    const [oldest] = this.#inFlight.values();
    return oldest === undefined ? 0 : time - oldest.at;
  }

  close(code: number, name: string, text: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#closeCode = code;
    closeSocket(this.socket, code, name, text);
  }
}

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Closes with a reason; terminates the connection if the client doesn't complete the handshake. */
export function closeSocket(socket: WebSocket, code: number, name: string, text: string): void {
  socket.close(code, closeReason(name, text));
  // A paused socket would never read the client's close frame.
  socket.resume();
  const cut = setTimeout(() => socket.terminate(), CLOSING);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
}
