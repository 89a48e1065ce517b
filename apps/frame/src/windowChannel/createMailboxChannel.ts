import { base64urlnopad } from '@scure/base';
import { frameError, isError } from 'latchkit/protocol';
import * as z from 'zod/mini';
import { sleep } from '../services/sleep.js';
import type { MailboxEnd } from './MailboxEnd.js';

/** Milliseconds between two polls for the next message. */
const LOOK = 1_000;

/** Bytes of an AES-GCM nonce, and of an ECDSA signature on P-256. */
const NONCE = 12;
const SIGNATURE = 64;

export interface MailboxChannelOptions {
  readonly secrets: MailboxSecrets;
  /** Registers or opens the mailbox. */
  readonly join: () => Promise<MailboxEnd>;
  /** Receives the other page's messages, in order. */
  readonly onMessage: (message: unknown) => void;
  /**
   * Called when the mailbox can't be used, or a message is not from the other page or not about this request; no more messages are
   * received.
   */
  readonly onBroken: (error: Error) => void;
  /** Stops polling. */
  readonly signal: AbortSignal;
  /** Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** One end of the channel between two wallet pages that can't reach each other directly. */
export interface MailboxChannel {
  /** Seals a message and stores it for the other page. @throws the errors of `join` and `Letters.put`. */
  send(message: unknown): Promise<void>;
}

/**
 * Receives the other page's messages. A message is sealed with its request, sender and sequence number, and those of the wallet
 * page are signed with the key of its installation, for their mailbox: the mailbox's operator can withhold messages but can't read,
 * change, reorder or replay them, and another installation can't write them.
 */
export function createMailboxChannel(options: MailboxChannelOptions): MailboxChannel {
  const { secrets, join, onMessage, onBroken, signal, sleep: wait = sleep } = options;
  const raw = base64urlnopad.decode(secrets.key);
  const key = crypto.subtle.importKey('raw', new Uint8Array(raw), 'AES-GCM', false, ['encrypt', 'decrypt']);
  const joined = join();
  let sent = 0;
  const listen = async () => {
    const end = await joined;
    const from = end.side === 'frame' ? 'window' : 'frame';
    let number = 0;
    while (!signal.aborted) {
      const sealed = await end.take(number, signal).catch(error => {
        if (isRefused(error)) throw error;
        return undefined;
      });
      if (signal.aborted) return;
      if (sealed === undefined) await wait(LOOK, signal);
      else {
        const opened = await openMessage(await key, sealed, secrets, { from, number });
        onMessage(await readMessage(opened, end, secrets, number));
        number += 1;
      }
    }
  };
  listen().catch(error => {
    if (!signal.aborted) onBroken(isError(error) ? error : frameError('INTERNAL', { cause: error }));
  });
  return {
    async send(message) {
      const number = sent;
      sent += 1;
      const end = await joined;
      const content = await writeMessage(message, end, secrets, number);
      await end.put(number, await sealMessage(await key, content, secrets, { from: end.side, number }));
    },
  };
}

/** Whether the mailbox has ended or is not this page's. */
export function isRefused(error: unknown): boolean {
  return isError(error) && error.context.service === 'LETTER_REFUSED';
}

/** Sender and sequence number of a message. */
interface MessagePosition {
  readonly from: 'frame' | 'window';
  readonly number: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The content of a message; that of the wallet page follows its signature. */
async function writeMessage(
  message: unknown,
  end: MailboxEnd,
  secrets: MailboxSecrets,
  number: number,
): Promise<Bytes> {
  const content = encode(JSON.stringify(message));
  if (end.side === 'window') return content;
  return joinBytes(await end.sign(statementOf(content, secrets, number)), content);
}

async function readMessage(
  opened: Bytes,
  end: MailboxEnd,
  secrets: MailboxSecrets,
  number: number,
): Promise<unknown> {
  if (end.side === 'frame') return decode(opened);
  const [signature, content] = [opened.slice(0, SIGNATURE), opened.slice(SIGNATURE)];
  if (await end.verify(signature, statementOf(content, secrets, number))) return decode(content);
  throw new Error('The message is not of the page that registered the mailbox');
}

/** What the wallet page signs. No JWT starts like this. */
function statementOf(content: Bytes, { box, digest }: MailboxSecrets, number: number): Bytes {
  return joinBytes(encode(`lk1|mailbox|${box}|${digest}|${number}|`), content);
}

async function sealMessage(
  key: CryptoKey,
  content: Bytes,
  secrets: MailboxSecrets,
  position: MessagePosition,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const encrypted = await crypto.subtle.encrypt(parameters(iv, secrets, position), key, content);
  return base64urlnopad.encode(joinBytes(iv, new Uint8Array(encrypted)));
}

async function openMessage(
  key: CryptoKey,
  sealed: string,
  secrets: MailboxSecrets,
  position: MessagePosition,
): Promise<Bytes> {
  const bytes = new Uint8Array(base64urlnopad.decode(sealed));
  const given = parameters(bytes.slice(0, NONCE), secrets, position);
  return new Uint8Array(await crypto.subtle.decrypt(given, key, bytes.slice(NONCE)));
}

function parameters(iv: Bytes, { digest }: MailboxSecrets, { from, number }: MessagePosition): AesGcmParams {
  const additionalData = encode(`lk1|mailbox|${digest}|${from}|${number}`);
  return { name: 'AES-GCM', iv, additionalData };
}

const encode = (text: string): Bytes => new TextEncoder().encode(text);
const decode = (bytes: Bytes): unknown => JSON.parse(new TextDecoder().decode(bytes));

function joinBytes(one: Bytes, other: Bytes): Bytes {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** The secrets that only two communicating pages share; they are in the fragment of the window's URL. */
export interface MailboxSecrets {
  /** Id of the mailbox: 32 random bytes, base64url. The wallet service knows it, too. */
  readonly box: string;
  /** AES-256-GCM key, base64url. */
  readonly key: string;
  /** Digest of the request; messages about another request can't be opened. */
  readonly digest: string;
}

/** Creates the secrets for one opening of the window. */
export function createMailboxSecrets(digest: string): MailboxSecrets {
  const random = () => base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)));
  return { box: random(), key: random(), digest };
}

const bytesText = z.string().check(z.refine(is32Bytes));

const fragment = z.object({ mb: bytesText, k: bytesText, d: bytesText });

function is32Bytes(text: string): boolean {
  try {
    return base64urlnopad.decode(text).length === 32;
  } catch {
    return false;
  }
}

/** Encodes the secrets as part of a URL fragment. */
export function writeMailboxSecrets({ box, key, digest }: MailboxSecrets): string {
  return String(new URLSearchParams({ mb: box, k: key, d: digest }));
}

/** Parses the output of {@link writeMailboxSecrets}; undefined if invalid. */
export function readMailboxSecrets(text: string): MailboxSecrets | undefined {
  const parsed = z.safeParse(fragment, Object.fromEntries(new URLSearchParams(text)));
  return parsed.success ? { box: parsed.data.mb, key: parsed.data.k, digest: parsed.data.d } : undefined;
}
