import { KEYRING_POLICY } from 'latchkit/protocol';
import address from './keyringWorker.ts?worker&url';
import { createWalletPart } from './page/createWalletPart.js';
import { startFrame } from './page/startFrame.js';
import { openPartition } from './storage/openPartition.js';
import type { KeyringWorker } from './worker/createWorkerKeyring.js';

const openWorker = keyringWorkers();

void startFrame(window, context => createWalletPart(context, { openPartition, openWorker }));

/** Trusted Types, if the browser supports them; missing from TypeScript's library. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** Creates Workers for the keyring only: the page's single policy allows one URL. */
function keyringWorkers(): () => KeyringWorker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(KEYRING_POLICY, { createScriptURL: () => address });
  return () => new Worker(policy?.createScriptURL('') ?? address, { name: 'keyring' });
}
