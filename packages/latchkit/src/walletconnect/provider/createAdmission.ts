import type { DappClient } from '../dapp/createDappClient.js';
import type { Session } from '../session/Session.js';
import { walletConnectError } from '../walletConnectError.js';

/** Asks once per session whether it may be used. A session that is rejected ends. */
export function createAdmission(
  client: () => DappClient,
  ask: (session: Session) => Promise<void> | undefined,
): (session: Session) => Promise<void> | undefined {
  const admissions = new WeakMap<Session, Promise<void> | undefined>();

  const admit = async ({ topic }: Session, asked: Promise<void>) => {
    try {
      await asked;
    } catch (error) {
      client()
        .disconnect(topic)
        .catch(() => {});
      throw error;
    }
    if (
      !client()
        .sessions()
        .some(one => one.topic === topic)
    )
      throw walletConnectError('WC_SESSION_ENDED');
  };

  return session => {
    if (!admissions.has(session)) {
      const asked = ask(session);
      admissions.set(session, asked && admit(session, asked));
    }
    return admissions.get(session);
  };
}
