import { type ChainNamespace, isNamespace } from '../../protocol/caip.js';
import { uuid } from '../../protocol/uuid.js';
import { isRecord } from '../adapter/untrusted.js';
import type { Storage } from '../kernel/storage.js';
import { parseRecord } from '../kernel/storedRecord.js';

/** The last change in any tab; the browser's storage event reports it to the origin's other tabs. */
export const TAB_KEY = 'latchkit.v1.tab';

/** A connection that was established or ended in a tab. */
export interface TabNews {
  readonly change: 'connected' | 'disconnected';
  readonly namespace: ChainNamespace;
  readonly connectorId: string;
}

/** Notifies the other tabs. Each record is unique, because the browser reports only changed values. */
export function writeTabNews(storage: Storage, news: TabNews): void {
  storage.setItem(TAB_KEY, JSON.stringify({ ...news, id: uuid() }));
}

/** A notification from another tab; undefined if the record is corrupt. */
export function parseTabNews(text: string | null): TabNews | undefined {
  const value = parseRecord(text);
  if (!isRecord(value)) return undefined;
  const { change, namespace, connectorId } = value;
  if (change !== 'connected' && change !== 'disconnected') return undefined;
  if (!isNamespace(namespace) || typeof connectorId !== 'string') return undefined;
  return { change, namespace, connectorId };
}
