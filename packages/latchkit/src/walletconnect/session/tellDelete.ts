import type { SignCore } from './createSignCore.js';
import { METHODS } from './methods.js';
import type { Reason } from './Reason.js';
import type { CommonEvents } from './SignEvents.js';

/** Sends the peer the message that a session has ended. Its key is only needed synchronously. */
export async function tellDelete<Events extends CommonEvents>(
  core: SignCore<Events>,
  topic: string,
  { code, message }: Reason,
): Promise<void> {
  const method = 'wc_sessionDelete';
  const params = { code, message };
  const sealed = core.channel.seal(topic, { id: core.nextId(), jsonrpc: '2.0', method, params });
  await core.relay.publish(topic, sealed, { ttl: METHODS[method].ttl, tag: METHODS[method].tag });
}
