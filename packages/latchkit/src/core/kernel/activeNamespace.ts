import { type ChainNamespace, isNamespace } from '../../protocol/caip.js';
import type { Storage } from './storage.js';

/** The namespace used last [ENT-27]. */
const KEY = 'latchkit.v1.namespace';

export function readNamespace(storage: Storage): ChainNamespace | undefined {
  const value = storage.getItem(KEY);
  return isNamespace(value) ? value : undefined;
}

export function writeNamespace(storage: Storage, namespace: ChainNamespace): void {
  storage.setItem(KEY, namespace);
}
