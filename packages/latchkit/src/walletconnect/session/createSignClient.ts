import { walletConnectTimes } from '../walletConnectTimes.js';
import type { SignCore } from './createSignCore.js';
import { REASONS, type Reason } from './Reason.js';
import { publicSession } from './Session.js';
import type { SignClient } from './SignClient.js';
import type { CommonEvents } from './SignEvents.js';
import { tellDelete } from './tellDelete.js';

/** Seconds to wait for a ping's response; the relay stores it longer, without effect. */
const PING_TTL = walletConnectTimes.thirtySeconds;

/** Creates the part of a client that both sides share. */
export function createSignClient<Events extends CommonEvents>(core: SignCore<Events>): SignClient<Events> {
  return {
    sessions: () => core.sessions.all().map(publicSession),
    restore() {
      for (const session of core.sessions.all()) core.sessions.hold(session).catch(() => {});
      core.deliveries.restore();
    },
    async listening(topic) {
      const { symKey } = core.sessions.get(topic);
      await core.channel.listen(topic, { symKey });
    },
    async ping(topic) {
      core.sessions.get(topic);
      await core.channel.call(topic, 'wc_sessionPing', {}, { ttl: PING_TTL });
    },
    async disconnect(topic, reason = REASONS.userDisconnected) {
      const told = leave(core, topic, reason);
      core.sessions.drop(topic, reason);
      await atMost(walletConnectTimes.threeSeconds, told);
    },
    wake: core.relay.wake,
    on: core.events.on,
    close: core.close,
  };
}

async function leave<Events extends CommonEvents>(core: SignCore<Events>, topic: string, reason: Reason) {
  // Subscribes to a session that another tab created.
  core.sessions.get(topic);
  await tellDelete(core, topic, reason);
}

/** Waits until a promise settles either way, or for this many seconds. */
function atMost(seconds: number, promise: Promise<unknown>): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, seconds * 1_000);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(done, done);
  });
}
