import { KEYRING_POLICY } from 'latchkit/protocol';
import address from '../keyringWorker.ts?worker&url';
import type { KeyringWorker } from './createWorkerKeyring.js';

/** Trusted Types, if the browser supports them; missing from TypeScript's library. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** Creates Workers for the keyring only: the page's single policy allows one URL. */
export function keyringWorkers(): () => KeyringWorker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(KEYRING_POLICY, { createScriptURL: () => address });
  return () => new Worker(policy?.createScriptURL('') ?? address, { name: 'keyring' });
}
