import type { LoginStore, StoredLogin } from '../storage/createLoginStore.js';

/** A sign-in in progress. */
export interface SignInTxn
  extends Readonly<
    Omit<StoredLogin, 'hasCode' | 'approval' | 'grant' | 'opensAt' | 'frozenUntil' | 'until'>
  > {
  readonly end: AbortController;
  hasCode: boolean;
  approval?: string | undefined;
  grant?: string | undefined;
  opensAt?: number | undefined;
  frozenUntil?: number | undefined;
  until: number;
}

/** The fields that are known when a sign-in starts. */
export type BegunTxn = Omit<SignInTxn, 'jkt' | 'until'>;

/** The sign-in in progress: at most one. It survives a reload of the page. */
export interface CurrentLogin {
  /** Returns undefined if no sign-in is in progress. */
  find(): Promise<SignInTxn | undefined>;
  /** Replaces the current sign-in. */
  replace(begun: BegunTxn): SignInTxn;
  /** Stores the progress, unless another sign-in has replaced this one. */
  save(txn: SignInTxn): Promise<void>;
  /** Removes the finished sign-in, unless another one has replaced it. */
  finish(txn: SignInTxn): Promise<void>;
  /** Abandons the sign-in. */
  leave(): void;
}

/** Milliseconds until the wallet service expires a sign-in, with a margin: just under half an hour. */
const LIFE = 29 * 60_000;

/**
 * @param jkt - Thumbprint of this installation's key: a sign-in started with another key can't be continued.
 * @param now - Milliseconds since 1970.
 */
export function createCurrentLogin(logins: LoginStore, jkt: string, now: () => number): CurrentLogin {
  let txn: SignInTxn | undefined;
  // Until this page starts or abandons a sign-in, the stored one is current.
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
