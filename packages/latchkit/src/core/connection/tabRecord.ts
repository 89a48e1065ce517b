import { type ChainNamespace, isNamespace } from '../../protocol/caip.js';
import { uuid } from '../../protocol/uuid.js';
import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { parseRecord } from '../kernel/storedRecord.js';

/** The last thing that the visitor did in a tab; the browser tells the other tabs of the origin of it. */
export const TAB_KEY = 'latchkit.v1.tab';

/** A connection that was made or ended in a tab. */
export interface TabNews {
  readonly change: 'connected' | 'disconnected';
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
}

/** Tells the other tabs. Each record is unlike the one before, or the browser would not tell of it. */
export function writeTabNews(storage: Storage, news: TabNews): void {
  storage.setItem(TAB_KEY, JSON.stringify({ ...news, id: uuid() }));
}

/** What a tab told; undefined where the record is corrupt. */
export function parseTabNews(text: string | null): TabNews | undefined {
  const value = parseRecord(text);
  if (!isRecord(value)) return undefined;
  const { change, namespace, connectorId } = value;
  if (change !== 'connected' && change !== 'disconnected') return undefined;
  if (!isNamespace(namespace) || typeof connectorId !== 'string') return undefined;
  return { change, namespace, connectorId };
}
