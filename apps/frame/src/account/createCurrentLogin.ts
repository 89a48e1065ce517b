import type { KeptLogin, LoginStore } from './LoginStore.js';

/** A sign-in that was begun. */
export interface SignInTxn extends Readonly<Omit<KeptLogin, 'hasCode' | 'approval' | 'grant'>> {
  readonly end: AbortController;
  hasCode: boolean;
  approval?: string | undefined;
  grant?: string | undefined;
}

/** What a sign-in begins with. */
export type BegunTxn = Omit<SignInTxn, 'jkt' | 'until'>;

/** The sign-in that is under way: at most one, which outlives a reload of the page. */
export interface CurrentLogin {
  /** Undefined where no sign-in is under way. */
  find(): Promise<SignInTxn | undefined>;
  /** Gives the current sign-in up and puts another one in its place. */
  replace(begun: BegunTxn): SignInTxn;
  /** Keeps how far it is, unless another one has taken its place. */
  save(txn: SignInTxn): Promise<void>;
  /** It is over, unless another one has taken its place. */
  finish(txn: SignInTxn): Promise<void>;
  /** Gives it up. */
  leave(): void;
}

/** Milliseconds that a sign-in lives at the gateway, from its answer on: not quite half an hour. */
const LIFE = 29 * 60_000;

/**
 * @param jkt - Thumbprint of this installation's key: what was begun with another one leads nowhere.
 * @param now - Milliseconds since 1970.
 */
export function createCurrentLogin(logins: LoginStore, jkt: string, now: () => number): CurrentLogin {
  let txn: SignInTxn | undefined;
  // Nothing was begun or given up on this page yet: what an earlier page kept counts.
  let isUntouched = true;
  const put = (next: SignInTxn | undefined) => {
    isUntouched = false;
    txn?.end.abort();
    txn = next;
  };
  return {
    async find() {
      if (!isUntouched) return txn;
      const kept = await logins.read();
      if (!isUntouched) return txn;
      put(kept?.jkt === jkt && kept.until > now() ? { ...kept, end: new AbortController() } : undefined);
      return txn;
    },
    replace(begun) {
      const next = { ...begun, jkt, until: now() + LIFE };
      put(next);
      return next;
    },
    async save(saved) {
      const { end: _, ...kept } = saved;
      if (txn === saved) await logins.keep(kept);
    },
    async finish(finished) {
      if (txn !== finished) return;
      txn = undefined;
      await logins.keep(undefined);
    },
    leave() {
      put(undefined);
      void logins.keep(undefined);
    },
  };
}
