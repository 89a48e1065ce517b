import type { IncomingMessage, ServerResponse } from 'node:http';
import { EXPOSED_HEADERS } from './exposedHeaders.js';
import type { Hold } from './fairBudget.js';
import { busy, RETRY_AFTER, type Traffic } from './traffic.js';

/** Bytes that are written at once; more only when the connection has taken them. */
const SLICE = 65_536;
/** Bodies up to this size count as part of their request. */
const SMALL_BODY = 65_536;
/** Bytes that are counted for a body of unknown length. */
const UNKNOWN_BODY = 524_288;
/** Larger bodies are refused by their length. */
const MAX_COUNTED = 4 * 1_048_576;

/**
 * Limits a request before anything is done for it: requests in progress, bytes of its body and of its answer, and the time that its
 * reader takes. An answer that no budget has room for is replaced by 503.
 *
 * @param serve - Handles the request, now or when it is its network's turn.
 */
export function limitTraffic(
  traffic: Traffic,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  serve: () => void,
): void {
  const end = () => void outgoing.destroy();
  const release = traffic.begin(incoming, end);
  const body = bodySize(incoming);
  const isCounted = body > 0 && release !== undefined;
  const hold = isCounted ? traffic.bytes.take(traffic.payerOf(incoming), body, end) : undefined;
  if (release === undefined || (isCounted && hold === undefined)) {
    release?.();
    sendBusy(outgoing, plainly(outgoing));
    return;
  }
  const answer = new LimitedAnswer(traffic, incoming, outgoing);
  outgoing.once('close', () => {
    release();
    hold?.release();
    answer.closed();
  });
  traffic.pace(incoming, () => {
    // The caller may have left meanwhile.
    if (!outgoing.destroyed) serve();
  });
}

function bodySize({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return UNKNOWN_BODY;
  const length = Number(headers['content-length'] ?? 0);
  return length > SMALL_BODY ? Math.min(length, MAX_COUNTED) : 0;
}

const BUSY_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'Retry-After': String(RETRY_AFTER),
  // Pages must be able to distinguish it from a network error; it reveals nothing.
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  // What follows on this connection is not read.
  Connection: 'close',
};

/** Node's own methods of an answer. */
interface Writing {
  writeHead(...all: unknown[]): void;
  write(part: Written, done: () => void): boolean;
  end(...all: unknown[]): void;
}

function plainly({ writeHead, write, end }: ServerResponse): Writing {
  return { writeHead, write, end } as unknown as Writing;
}

function sendBusy(outgoing: ServerResponse, { writeHead, end }: Writing): void {
  const { code, message } = busy();
  const text = JSON.stringify({ error: { code, message } });
  writeHead.call(outgoing, 503, { ...BUSY_HEADERS, 'Content-Length': Buffer.byteLength(text) });
  end.call(outgoing, text);
}

type Written = string | Uint8Array;

const isWritten = (part: unknown): part is Written => typeof part === 'string' || part instanceof Uint8Array;

const sizeOf = (part: Written) => (typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength);

interface Queued {
  readonly part: Written;
  readonly done: () => void;
}

/** Replaces the methods of an answer that write: they wait for the connection, and count what waits. */
class LimitedAnswer {
  readonly #traffic: Traffic;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #own: Writing;
  #head: unknown[] | undefined;
  #isRefused = false;
  #holds: Set<Hold> | undefined;
  /** What was not written yet: large parts are written in slices, each when the one before has left. */
  #queue: Queued[] | undefined;
  #isWriting = false;
  #isEnding = false;
  /** Writings that the connection has not taken. */
  #waiting = 0;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(traffic: Traffic, incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#traffic = traffic;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#own = plainly(outgoing);
    const { flushHeaders } = outgoing;
    // The head is sent with the first bytes, so that 503 can still replace it.
    outgoing.writeHead = ((...all: unknown[]) => {
      this.#head = all;
      return outgoing;
    }) as typeof outgoing.writeHead;
    outgoing.flushHeaders = () => {
      this.#begin();
      flushHeaders.call(outgoing);
    };
    outgoing.write = ((part: Written, ...more: unknown[]) =>
      this.#write(part, more)) as typeof outgoing.write;
    outgoing.end = ((...all: unknown[]) => {
      this.#end(all);
      return outgoing;
    }) as typeof outgoing.end;
  }

  closed(): void {
    clearTimeout(this.#late);
    for (const hold of this.#holds ?? []) hold.release();
  }

  #begin(): void {
    const { writeHead } = this.#own;
    // Node's own methods call it for a head that nobody wrote.
    this.#outgoing.writeHead = writeHead as unknown as ServerResponse['writeHead'];
    if (this.#head !== undefined) writeHead.call(this.#outgoing, ...this.#head);
    this.#head = undefined;
  }

  /** Counts bytes. Without room for them, the answer is 503, or cut off. */
  #take(bytes: number): Hold | undefined {
    const outgoing = this.#outgoing;
    const payer = this.#traffic.payerOf(this.#incoming);
    const hold = this.#traffic.bytes.take(payer, bytes, () => void outgoing.destroy());
    if (hold !== undefined) {
      this.#holds ??= new Set();
      this.#holds.add(hold);
      return hold;
    }
    this.#isRefused = true;
    if (outgoing.headersSent) outgoing.destroy();
    else {
      this.#head = undefined;
      this.#begin();
      sendBusy(outgoing, this.#own);
    }
    return undefined;
  }

  #write(part: Written, more: readonly unknown[]): boolean {
    if (this.#isRefused) return true;
    const hold = this.#take(Math.max(1, sizeOf(part)));
    if (hold === undefined) return true;
    this.#begin();
    const given = more.find((one): one is () => void => typeof one === 'function');
    const done = () => {
      this.#holds?.delete(hold);
      hold.release();
      given?.();
    };
    if (this.#isWriting || sizeOf(part) > SLICE) {
      this.#add(part, done);
      return false;
    }
    this.#wait();
    return this.#own.write.call(this.#outgoing, part, () => {
      this.#taken();
      done();
    });
  }

  #end(all: readonly unknown[]): void {
    if (this.#isRefused) return;
    const [part] = all;
    const bytes = isWritten(part) && this.#incoming.method !== 'HEAD' ? sizeOf(part) : 0;
    const isLarge = this.#isWriting || bytes > SLICE;
    if (isLarge && bytes > 0 && this.#take(bytes) === undefined) return;
    this.#begin();
    if (isLarge) {
      this.#isEnding = true;
      if (isWritten(part) && bytes > 0) this.#add(part, () => {});
      return;
    }
    this.#own.end.call(this.#outgoing, ...all);
    const left = this.#outgoing.writableLength;
    // Nearly always the connection takes a small answer at once.
    if (left > 0 && this.#take(left) !== undefined) this.#wait();
  }

  #add(part: Written, done: () => void): void {
    this.#queue ??= [];
    this.#queue.push({ part, done });
    if (!this.#isWriting) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWriting = true;
    for (let next = this.#queue?.shift(); next !== undefined; next = this.#queue?.shift()) {
      const bytes = typeof next.part === 'string' ? Buffer.from(next.part) : next.part;
      for (let at = 0; at < bytes.byteLength && !this.#outgoing.destroyed; at += SLICE)
        await this.#writeSlice(bytes.subarray(at, at + SLICE));
      next.done();
    }
    this.#isWriting = false;
    if (this.#isEnding) this.#own.end.call(this.#outgoing);
    else this.#outgoing.emit('drain');
  }

  #writeSlice(slice: Uint8Array): Promise<void> {
    const outgoing = this.#outgoing;
    this.#wait();
    return new Promise<void>(resolve => {
      const done = () => {
        outgoing.off('close', done);
        this.#taken();
        resolve();
      };
      outgoing.once('close', done);
      this.#own.write.call(outgoing, slice, done);
    });
  }

  /** Ends the connection if what was written is not taken in time. */
  #wait(): void {
    if (this.#outgoing.closed) return;
    this.#waiting += 1;
    if (this.#waiting === 1) this.#watch();
  }

  #taken(): void {
    this.#waiting -= 1;
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#late);
    const end = () => void this.#outgoing.destroy();
    this.#late = this.#waiting > 0 ? setTimeout(end, this.#traffic.readTime) : undefined;
  }
}
