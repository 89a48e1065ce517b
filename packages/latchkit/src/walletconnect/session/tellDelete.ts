import { walletConnectTimes } from '../walletConnectTimes.js';
import type { SignCore } from './createSignCore.js';
import type { Reason } from './Reason.js';

/** Tells the peer that a session has ended. Its key is only needed synchronously. */
export function tellDelete(
  { channel }: Pick<SignCore, 'channel'>,
  topic: string,
  { code, message }: Reason,
): Promise<void> {
  return channel.tell(topic, 'wc_sessionDelete', { code, message }, walletConnectTimes.oneDay);
}
