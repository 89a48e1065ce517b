import { createKeyring, type KeyringInstallation } from '@latchkit/keyring';
import { onTestFinished } from 'vitest';
import type { KeyringWorker } from './createWorkerKeyring.js';
import { type KeyringScope, serveKeyring } from './serveKeyring.js';

/** A keyring on the other side of a real message channel, as in a Worker, for the rest of a test. */
export function channelWorker(installation: KeyringInstallation): KeyringWorker {
  const { port1, port2 } = new MessageChannel();
  const scope: KeyringScope = {
    addEventListener: (type, listener) =>
      port2.addEventListener(type, event => listener(event as MessageEvent)),
    postMessage: (message, options) => port2.postMessage(message, options),
  };
  serveKeyring(scope, async ({ origin }) => createKeyring({ installation, origin }));
  for (const port of [port1, port2]) port.start();
  const terminate = () => {
    port1.close();
    port2.close();
  };
  onTestFinished(terminate);
  return {
    addEventListener: (type: string, listener: (event: MessageEvent) => void) =>
      port1.addEventListener(type, event => listener(event as MessageEvent)),
    postMessage: message => port1.postMessage(message),
    terminate,
  };
}
