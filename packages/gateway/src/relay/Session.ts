import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type RecentKeys, recentKeys } from '../adapters/recentKeys.js';
import type { Mail } from '../ports/Mailbox.js';
import { mailSize } from '../ports/mailSize.js';
import { closeReason } from './closeCodes.js';
import { deliveryFrame, mailData } from './frames.js';

/** Messages, and bytes of them, that may be on their way to one socket without an acknowledgement. */
const WINDOW = 256;
const WINDOW_SIZE = 2_097_152;
/** The bytes where too much is on its way to all sockets together; a message alone may have more. */
const SMALL_WINDOW = 65_536;
/** Bytes that may wait for a socket to take them before nothing more is handed to it, nor read from it. */
const BUFFER = 1_048_576;
/**
 * Ids of messages whose receipt the mailbox has taken, that a page read before then may still name: no more than were on their
 * way can settle while a page is read.
 */
const RECENT = 2 * WINDOW;
/** Milliseconds for a closing handshake. */
const CLOSING = 2_000;

/** Messages that are handed out once more in one go. */
const REMINDERS = 32;

interface HandedOut {
  readonly mail: Mail;
  readonly at: number;
  /** When it was said last. */
  saidAt: number;
}

/** What is on its way to all sockets of a process. */
export interface Outgoing {
  bytes: number;
  readonly limit: number;
}

/** Who is at the other end of a socket. */
export interface SessionParty {
  /** `did:key` of the client: its address among clients. */
  readonly client: string;
  readonly projectId: string;
  /** Network that the client connects from. */
  readonly network: string;
}

/** One socket of a client: what it listens to, and what is on its way to it. */
export class Session {
  /** Topics, and under which id it listens to each. */
  readonly subscriptions = new Map<string, string>();
  /** Topics with messages in the mailbox that it may not have got. */
  readonly behind = new Set<string>();
  /** Topics whose messages are being read from the mailbox for it. */
  reading: ReadonlySet<string> = new Set();
  isCatchingUp = false;
  /** Where the next page of `irn_fetchMessages` begins, and for which topics. */
  fetching: { readonly topics: string; readonly after: string } | undefined;
  /** Requests that are carried out, and the bytes of their frames. */
  pending = 0;
  pendingBytes = 0;
  /** Frames that were no request, and requests above the limit; they fade with time. */
  faults = 0;
  excesses = 0;
  /** Whether anything came since the last ping. */
  isAlive = true;
  /** Since when it takes nothing although something waits. */
  stalledSince: number | undefined;

  readonly #inFlight = new Map<number, HandedOut>();
  #turn: Promise<unknown> = Promise.resolve();
  // What the mailbox holds and this socket has, until the mailbox has taken the receipt. Topics by the ids of their messages:
  // joined, each key would be a new text.
  readonly #known = new Map<string, string>();
  #recent: RecentKeys<string> | undefined;
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
    // 16 digits, below 2^53: a thousand a millisecond until ids of two connections could meet.
    this.#lastId = time * 1_000;
  }

  get isOpen(): boolean {
    return !this.#isClosing && this.socket.readyState === this.socket.OPEN;
  }

  /** Why the relay hung up; undefined: it did not. */
  get closeCode(): number | undefined {
    return this.#closeCode;
  }

  /** Whether the socket takes what is written to it. */
  get isFlowing(): boolean {
    return this.socket.bufferedAmount < BUFFER;
  }

  /** Whether one more message may be handed out. */
  get hasRoom(): boolean {
    const most = this.outgoing.bytes < this.outgoing.limit ? WINDOW_SIZE : SMALL_WINDOW;
    return this.#inFlight.size < WINDOW && this.#size < most && this.isFlowing;
  }

  /** Messages that the mailbox may still name although this socket has them. */
  get knownCount(): number {
    return this.#known.size + (this.#recent?.size ?? 0);
  }

  /** Bytes of those of them that the mailbox still has. */
  get knownBytes(): number {
    return this.#knownSize;
  }

  knows({ topic, id }: Mail): boolean {
    return this.#known.get(id) === topic || this.#recent?.get(id) === topic;
  }

  /** Writes a frame. Those of one turn of the event loop leave in one system call. */
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
   * Reads what makes a long answer: one at a time, and not before the socket takes what was said before. Whoever asks without
   * reading would fill the memory otherwise: a hundred short requests come in one packet.
   */
  inTurn<T>(read: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => this.#flowing()).then(read);
    // Until its answer is written.
    this.#turn = turn.then(nextTurn, nextTurn);
    return turn;
  }

  /** Resolves when the socket takes more, or is gone. */
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

  /** Hands a message out. @param data - From `mailData`. */
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
   * Hands out once more, under its old id, what was said before `since` and is not acknowledged: a frame can get lost inside
   * of a socket that lives. Clients know a message by its hash.
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

  /** The message that the client acknowledges by this id; undefined for an id that is not on its way. */
  acknowledged(id: number): Mail | undefined {
    const handed = this.#inFlight.get(id);
    if (!handed) return undefined;
    const { mail } = handed;
    this.#inFlight.delete(id);
    this.#resize(-mailSize(mail));
    return mail;
  }

  /** The socket is gone, and with it all that was on its way. */
  ended(): void {
    this.#inFlight.clear();
    this.#resize(-this.#size);
  }

  #resize(bytes: number): void {
    this.#size += bytes;
    this.outgoing.bytes += bytes;
  }

  /** The mailbox has taken the receipt of an acknowledged message, or failed to. */
  settled(mail: Mail): void {
    const { topic, id } = mail;
    if (this.#known.delete(id)) this.#knownSize -= mailSize(mail);
    this.#recent ??= recentKeys(RECENT);
    this.#recent.add(id, topic);
  }

  /** Milliseconds that the oldest message on its way has not been acknowledged. */
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

/** Closes with a reason; whoever does not answer is cut off. */
export function closeSocket(socket: WebSocket, code: number, name: string, text: string): void {
  socket.close(code, closeReason(name, text));
  // A paused socket would never read the answer.
  socket.resume();
  const cut = setTimeout(() => socket.terminate(), CLOSING);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
}
