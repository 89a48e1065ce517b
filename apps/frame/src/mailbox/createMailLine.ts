import { base64urlnopad } from '@scure/base';
import { frameError, isError } from 'latchkit/protocol';
import { sleepFor } from '../account/sleepFor.js';
import type { Mailbox } from './Mailbox.js';
import type { MailSecrets } from './mailSecrets.js';

/** Milliseconds between two looks for the next letter. */
const LOOK = 1_000;

/** Bytes of a nonce of AES-GCM. */
const NONCE = 12;

type Side = 'frame' | 'window';

export interface MailLineOptions {
  readonly secrets: MailSecrets;
  readonly own: Side;
  readonly mailbox: Mailbox;
  /** Hears what the other page sent, in order. */
  readonly onMessage: (message: unknown) => void;
  /** A letter was not the other page's, or not about this request: nothing more is heard. */
  readonly onBroken: (error: Error) => void;
  /** Ends the looking for letters. */
  readonly signal: AbortSignal;
  /** Default: a timer. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** One page's end of what two pages of the wallet send each other where neither can reach the other. */
export interface MailLine {
  /** Seals a message and leaves it for the other page. @throws as `Mailbox.put` says. */
  send(message: unknown): Promise<void>;
}

/**
 * Listens for the other page's letters. Each has a box of its own, whose id both can tell. A letter is sealed for its request,
 * its writer and its place in the order: who keeps the boxes can hold letters back, but cannot read, change, move or repeat one.
 */
export function createMailLine(options: MailLineOptions): MailLine {
  const { secrets, own, mailbox, onMessage, onBroken, signal, sleep = sleepFor } = options;
  const raw = base64urlnopad.decode(secrets.key);
  const key = crypto.subtle.importKey('raw', new Uint8Array(raw), 'AES-GCM', false, ['encrypt', 'decrypt']);
  let sent = 0;
  const listen = async () => {
    let number = 0;
    while (!signal.aborted) {
      const place = { from: otherOf(own), number };
      const letter = await mailbox.take(await boxOf(secrets, place), signal).catch(() => undefined);
      if (signal.aborted) return;
      if (letter === undefined) await sleep(LOOK, signal);
      else {
        onMessage(await openLetter(await key, letter, secrets, place));
        number += 1;
      }
    }
  };
  listen().catch(error => {
    if (!signal.aborted) onBroken(isError(error) ? error : frameError('INTERNAL', { cause: error }));
  });
  return {
    async send(message) {
      const place = { from: own, number: sent };
      sent += 1;
      const letter = await sealLetter(await key, message, secrets, place);
      await mailbox.put(await boxOf(secrets, place), letter);
    },
  };
}

const otherOf = (side: Side): Side => (side === 'frame' ? 'window' : 'frame');

/** Whose letter it is, and the how manieth. */
interface Place {
  readonly from: Side;
  readonly number: number;
}

async function boxOf({ box }: MailSecrets, { from, number }: Place): Promise<string> {
  const name = new TextEncoder().encode(`lk1|mailbox|${box}|${from}|${number}`);
  return base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', name)));
}

async function sealLetter(
  key: CryptoKey,
  message: unknown,
  secrets: MailSecrets,
  place: Place,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const content = new TextEncoder().encode(JSON.stringify(message));
  const sealed = await crypto.subtle.encrypt(parameters(iv, secrets, place), key, content);
  const letter = new Uint8Array(NONCE + sealed.byteLength);
  letter.set(iv);
  letter.set(new Uint8Array(sealed), NONCE);
  return base64urlnopad.encode(letter);
}

async function openLetter(
  key: CryptoKey,
  letter: string,
  secrets: MailSecrets,
  place: Place,
): Promise<unknown> {
  const bytes = new Uint8Array(base64urlnopad.decode(letter));
  const given = parameters(bytes.slice(0, NONCE), secrets, place);
  const content = await crypto.subtle.decrypt(given, key, bytes.slice(NONCE));
  return JSON.parse(new TextDecoder().decode(content));
}

function parameters(
  iv: Uint8Array<ArrayBuffer>,
  { digest }: MailSecrets,
  { from, number }: Place,
): AesGcmParams {
  const additionalData = new TextEncoder().encode(`lk1|mailbox|${digest}|${from}|${number}`);
  return { name: 'AES-GCM', iv, additionalData };
}
