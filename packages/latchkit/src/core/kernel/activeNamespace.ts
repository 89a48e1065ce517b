import { type ChainNamespace, isNamespace } from '../../protocol/caip.js';
import type { Storage } from './storage.js';

/** The namespace that was active last. */
const KEY = 'latchkit.v1.namespace';

export function readNamespace(storage: Storage): ChainNamespace | undefined {
  const value = storage.getItem(KEY);
  return isNamespace(value) ? value : undefined;
}

export function writeNamespace(storage: Storage, namespace: ChainNamespace): void {
  storage.setItem(KEY, namespace);
}
