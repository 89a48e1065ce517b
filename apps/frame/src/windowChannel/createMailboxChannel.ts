import { base64urlnopad } from '@scure/base';
import { frameError, isError } from 'latchkit/protocol';
import * as z from 'zod/mini';
import { sleep } from '../services/sleep.js';
import type { Mailbox } from './createMailbox.js';

/** Milliseconds between two polls for the next message. */
const LOOK = 1_000;

/** Bytes of an AES-GCM nonce. */
const NONCE = 12;

type Side = 'frame' | 'window';

export interface MailboxChannelOptions {
  readonly secrets: MailboxSecrets;
  readonly own: Side;
  readonly mailbox: Mailbox;
  /** Receives the other page's messages, in order. */
  readonly onMessage: (message: unknown) => void;
  /** Called when a message is not from the other page or not about this request; no more messages are received. */
  readonly onBroken: (error: Error) => void;
  /** Stops polling. */
  readonly signal: AbortSignal;
  /** Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** One end of the channel between two wallet pages that can't reach each other directly. */
export interface MailboxChannel {
  /** Seals a message and stores it for the other page. @throws the errors of `Mailbox.put`. */
  send(message: unknown): Promise<void>;
}

/**
 * Receives the other page's messages. Each has its own mailbox id, which both pages can derive. A message is sealed with its
 * request, sender and sequence number: the mailbox's operator can withhold messages but can't read, change, reorder or replay
 * them.
 */
export function createMailboxChannel(options: MailboxChannelOptions): MailboxChannel {
  const { secrets, own, mailbox, onMessage, onBroken, signal, sleep: wait = sleep } = options;
  const raw = base64urlnopad.decode(secrets.key);
  const key = crypto.subtle.importKey('raw', new Uint8Array(raw), 'AES-GCM', false, ['encrypt', 'decrypt']);
  let sent = 0;
  const listen = async () => {
    let number = 0;
    while (!signal.aborted) {
      const position = { from: otherOf(own), number };
      const sealed = await mailbox.take(await boxOf(secrets, position), signal).catch(() => undefined);
      if (signal.aborted) return;
      if (sealed === undefined) await wait(LOOK, signal);
      else {
        onMessage(await openMessage(await key, sealed, secrets, position));
        number += 1;
      }
    }
  };
  listen().catch(error => {
    if (!signal.aborted) onBroken(isError(error) ? error : frameError('INTERNAL', { cause: error }));
  });
  return {
    async send(message) {
      const position = { from: own, number: sent };
      sent += 1;
      const sealed = await sealMessage(await key, message, secrets, position);
      await mailbox.put(await boxOf(secrets, position), sealed);
    },
  };
}

const otherOf = (side: Side): Side => (side === 'frame' ? 'window' : 'frame');

/** Sender and sequence number of a message. */
interface MessagePosition {
  readonly from: Side;
  readonly number: number;
}

async function boxOf({ box }: MailboxSecrets, { from, number }: MessagePosition): Promise<string> {
  const name = new TextEncoder().encode(`lk1|mailbox|${box}|${from}|${number}`);
  return base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', name)));
}

async function sealMessage(
  key: CryptoKey,
  message: unknown,
  secrets: MailboxSecrets,
  position: MessagePosition,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const content = new TextEncoder().encode(JSON.stringify(message));
  const encrypted = await crypto.subtle.encrypt(parameters(iv, secrets, position), key, content);
  const sealed = new Uint8Array(NONCE + encrypted.byteLength);
  sealed.set(iv);
  sealed.set(new Uint8Array(encrypted), NONCE);
  return base64urlnopad.encode(sealed);
}

async function openMessage(
  key: CryptoKey,
  sealed: string,
  secrets: MailboxSecrets,
  position: MessagePosition,
): Promise<unknown> {
  const bytes = new Uint8Array(base64urlnopad.decode(sealed));
  const given = parameters(bytes.slice(0, NONCE), secrets, position);
  const content = await crypto.subtle.decrypt(given, key, bytes.slice(NONCE));
  return JSON.parse(new TextDecoder().decode(content));
}

function parameters(
  iv: Uint8Array<ArrayBuffer>,
  { digest }: MailboxSecrets,
  { from, number }: MessagePosition,
): AesGcmParams {
  const additionalData = new TextEncoder().encode(`lk1|mailbox|${digest}|${from}|${number}`);
  return { name: 'AES-GCM', iv, additionalData };
}

/** The secrets that only two communicating pages share; they are in the fragment of the window's URL. */
export interface MailboxSecrets {
  /** Base of the mailbox ids: 16 random bytes, base64url. */
  readonly box: string;
  /** AES-256-GCM key, base64url. */
  readonly key: string;
  /** Digest of the request; messages about another request can't be opened. */
  readonly digest: string;
}

/** Creates the secrets for one opening of the window. */
export function createMailboxSecrets(digest: string): MailboxSecrets {
  const random = (bytes: number) => base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(bytes)));
  return { box: random(16), key: random(32), digest };
}

const bytesText = (bytes: number) => z.string().check(z.refine(text => isBytes(text, bytes)));

const fragment = z.object({ mb: bytesText(16), k: bytesText(32), d: bytesText(32) });

function isBytes(text: string, bytes: number): boolean {
  try {
    return base64urlnopad.decode(text).length === bytes;
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
