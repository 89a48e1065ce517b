import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { cleanName, safeIcon } from '../../core/adapter/untrusted.js';
import { isProvider } from '../provider/isProvider.js';

/** A well-formed announcement. Nothing else about it can be trusted. */
export interface Announcement {
  readonly uuid: string;
  readonly rdns: string;
  readonly name: string;
  readonly icon: string | undefined;
  readonly provider: Eip1193Provider;
}

const RDNS = /^[\w.-]{1,128}$/;
const UUID = /^[\w-]{1,64}$/;

/**
 * Reads the detail of an `eip6963:announceProvider` event, each property once. Returns undefined if it is malformed or
 * throws: any script in the page can announce anything.
 */
export function readAnnouncement(event: Event): Announcement | undefined {
  try {
    const { info, provider } = (event as CustomEvent<{ info: Record<string, unknown>; provider: unknown }>)
      .detail;
    const { uuid, rdns, name, icon } = info;
    if (typeof uuid !== 'string' || !UUID.test(uuid)) return undefined;
    if (typeof rdns !== 'string' || !RDNS.test(rdns)) return undefined;
    if (typeof name !== 'string' || !isProvider(provider)) return undefined;
    return { uuid, rdns, name: cleanName(name) || rdns.slice(0, 64), icon: safeIcon(icon), provider };
  } catch {
    return undefined;
  }
}
