import { createError } from '../../protocol/errors.js';
import type { SiwxMessage } from '../../protocol/siwx/SiwxMessage.js';
import type { SignIn, SignInAccount, SignInConfig, SignInContext, SiwxSession } from './SignInConfig.js';

/** A sign-in with sessions in memory, whose every response the test defines. */
export interface ScriptedSignIn extends SignInConfig {
  readonly calls: string[];
  /** The accounts that methods were called with. */
  readonly accounts: [name: keyof SignIn, account: SignInAccount][];
  /** By CAIP-10 id. */
  readonly sessions: Map<string, SiwxSession>;
  context(): SignInContext;
  /** Thrown by the next calls of a method, until it is deleted. */
  readonly faults: Partial<Record<keyof SignIn | 'attach', unknown>>;
}

export const idOf = ({ chainId, address }: SignInAccount) => `${chainId}:${address}` as const;

/** A message as a host would create it. */
export function messageOf({ chainId, address }: SignInAccount, nonce = 'nonce12345678'): SiwxMessage {
  return {
    domain: 'app.example',
    accountAddress: address,
    chainId,
    uri: 'https://app.example/',
    version: '1',
    nonce,
    issuedAt: new Date(Date.now()).toISOString(),
  };
}

/** An existing session of an account. */
export function sessionOf(account: SignInAccount, more: Partial<SiwxSession> = {}): SiwxSession {
  return {
    accountAddress: idOf(account),
    chainId: account.chainId,
    message: messageOf(account),
    text: 'text',
    signature: 'signature',
    ...more,
  };
}

export function scriptedSignIn(required = true): ScriptedSignIn {
  const calls: string[] = [];
  const accounts: ScriptedSignIn['accounts'] = [];
  const sessions = new Map<string, SiwxSession>();
  const faults: ScriptedSignIn['faults'] = {};
  let given: SignInContext | undefined;
  let nonces = 0;
  const called = (name: keyof ScriptedSignIn['faults'], id: string) => {
    calls.push(`${name} ${id}`.trim());
    if (faults[name] !== undefined) throw faults[name];
  };
  const signIn: SignIn = {
    async createMessage(account) {
      called('createMessage', idOf(account));
      accounts.push(['createMessage', account]);
      nonces += 1;
      return messageOf(account, `nonce${nonces}aaaaaaaa`);
    },
    format: ({ nonce, chainId }) => `sign ${chainId} ${nonce}`,
    async addSession(session) {
      called('addSession', session.accountAddress);
      sessions.set(session.accountAddress, session);
      return session;
    },
    async getSessions(account) {
      called('getSessions', idOf(account));
      accounts.push(['getSessions', account]);
      const found = sessions.get(idOf(account));
      return found ? [found] : [];
    },
    async revokeSessions(account) {
      called('revokeSessions', idOf(account));
      accounts.push(['revokeSessions', account]);
      sessions.delete(idOf(account));
    },
  };
  return {
    required,
    calls,
    accounts,
    sessions,
    faults,
    context() {
      if (!given) throw new Error('not attached');
      return given;
    },
    attach(context) {
      called('attach', '');
      given = context;
      return signIn;
    },
  };
}

/** The error of a wallet when the visitor refuses. */
export const REFUSED = createError('REQUEST_REJECTED');
