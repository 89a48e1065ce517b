import { KEYRING_POLICY } from 'latchkit/protocol';
import type { KeyringWorker } from './createWorkerKeyring.js';
import address from './keyringWorker.ts?worker&url';

/** Trusted Types, where the browser has them; TypeScript's library does not. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** Makes Workers of the keyring, and of nothing else: the only policy of the page answers one address. */
export function keyringWorkers(): () => KeyringWorker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(KEYRING_POLICY, { createScriptURL: () => address });
  return () => new Worker(policy?.createScriptURL('') ?? address, { name: 'keyring' });
}
