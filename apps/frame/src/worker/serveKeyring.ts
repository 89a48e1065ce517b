import type { Keyring } from '@latchkit/keyring';
import { isError } from 'latchkit/protocol';
import * as z from 'zod/mini';
import { KEYRING_CALLS, type KeyringStart, keyringCall, keyringStart } from './keyringMessages.js';

/** The Worker's end of the channel. */
export interface KeyringScope {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  postMessage(message: unknown, options?: { readonly transfer: ArrayBuffer[] }): void;
}

/**
 * Serves the page that created the Worker. The first message has the keyring's parameters; each later one is a call with one
 * response. Other messages are ignored.
 */
export function serveKeyring(scope: KeyringScope, open: (start: KeyringStart) => Promise<Keyring>): void {
  let keyring: Promise<Keyring> | undefined;
  scope.addEventListener('message', ({ data }) => {
    if (keyring === undefined) {
      const start = z.safeParse(keyringStart, data);
      if (start.success) keyring = open(start.data);
      return;
    }
    const call = z.safeParse(keyringCall, data);
    if (!call.success) return;
    const { id, name, args } = call.data;
    answer(keyring, name, args).then(
      // Moves the bytes of an export to the page, so that no copy stays here.
      result => scope.postMessage({ id, result }, { transfer: buffersOf(result) }),
      // Sends only the code, since a message could contain a secret.
      error => scope.postMessage({ id, code: isError(error) ? error.code : 'KEYRING_REFUSED' }),
    );
  });
}

function buffersOf(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return [];
  return Object.values(result).flatMap(value =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}

async function answer(
  keyring: Promise<Keyring>,
  name: keyof typeof KEYRING_CALLS,
  args: unknown,
): Promise<unknown> {
  const { args: accepted, result } = KEYRING_CALLS[name];
  const given = z.parse<z.ZodMiniType<readonly unknown[]>>(accepted, args);
  const opened = await keyring;
  // The arguments were parsed, so they match the call's name.
  const call = opened[name] as (...values: readonly unknown[]) => Promise<unknown>;
  return z.parse<z.ZodMiniType>(result, await call(...given));
}
