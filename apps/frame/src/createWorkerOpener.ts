import { KEYRING_POLICY } from 'latchkit/protocol';
import address from './keyringWorker.ts?worker&url';
import type { KeyringWorker } from './worker/createWorkerKeyring.js';

/** Subresource Integrity of the Worker's file. The build replaces this text. */
const INTEGRITY = '__KEYRING_WORKER_INTEGRITY__';

/**
 * Runs before the keyring. The Worker of a blob has the policy of the page, which may send requests; the keyring needs none, so
 * they are removed.
 */
const OFFLINE = `for (const name of ${JSON.stringify([
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource'],
  ...['RTCPeerConnection', 'BroadcastChannel', 'caches', 'Worker', 'importScripts'],
])}) for (let scope = self; scope; scope = Object.getPrototypeOf(scope)) delete scope[name];\n`;

/** Trusted Types, if the browser supports them; missing from TypeScript's library. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/**
 * Returns a function that creates Workers for the keyring. A page's script hashes do not cover a Worker's file, so the page fetches
 * it, compares it with the hash in its own script, and starts it from a blob. The page's only Trusted Types policy allows only that
 * blob.
 */
export function createWorkerOpener(): () => KeyringWorker {
  let script: Promise<string> | undefined;
  let checked: string | undefined;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(KEYRING_POLICY, {
    createScriptURL(url) {
      if (url !== checked) throw new TypeError('This is not the keyring');
      return url;
    },
  });
  const load = async () => {
    // The browser refuses a response with another hash.
    const response = await fetch(address, { integrity: INTEGRITY, credentials: 'omit' });
    if (!response.ok) throw new Error('The keyring did not load');
    checked = URL.createObjectURL(new Blob([OFFLINE, await response.blob()]));
    return checked;
  };
  const open = async () => {
    // After a failure, the next Worker tries again.
    script ??= load().catch(error => {
      script = undefined;
      throw error;
    });
    const url = await script;
    return new Worker(policy?.createScriptURL(url) ?? url, { name: 'keyring' });
  };
  return () => awaitWorker(open());
}

/** A Worker that is being created: messages wait for it, and a failure is its `error` event. */
function awaitWorker(opening: Promise<Worker>): KeyringWorker {
  let hasEnded = false;
  const later = (run: (worker: Worker) => void) =>
    void opening.then(worker => hasEnded || run(worker)).catch(() => {});
  return {
    addEventListener(type: string, listener: (event: MessageEvent) => void) {
      later(worker => worker.addEventListener(type, event => listener(event as MessageEvent)));
      if (type === 'error') opening.catch(() => listener(new MessageEvent('error')));
    },
    postMessage: message => later(worker => worker.postMessage(message)),
    terminate() {
      hasEnded = true;
      opening.then(
        worker => worker.terminate(),
        () => {},
      );
    },
  };
}
