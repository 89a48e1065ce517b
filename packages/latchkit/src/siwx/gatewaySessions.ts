import type { SignInContext, SiwxSession } from '../core/index.js';
import { askGateway, GatewayRefusal } from '../core/kernel/askGateway.js';
import { localStorageStorage } from '../core/kernel/storage.js';
import { namespaceOf } from '../protocol/caip.js';
import {
  endSignInCall,
  type endSignInRequest,
  makeNonceCall,
  type makeNonceRequest,
  verifySignInCall,
  type verifySignInRequest,
} from '../protocol/calls/project/siwx.js';
import { createError } from '../protocol/errors.js';
import { createRenewal } from './createRenewal.js';
import type { SessionStore } from './SessionStore.js';
import {
  findSession,
  type KeptSession,
  removeSession,
  SESSIONS_KEY,
  sessionId,
  toKeptTokens,
  toSiwxSession,
  writeSession,
} from './sessionRecord.js';
import { toAccount } from './toAccount.js';

/** Sessions that the gateway verifies and whose tokens this browser stores. */
export function gatewaySessions(given: SignInContext): SessionStore {
  // Cookies are small, and every request would send them to the host's server.
  const storage = given.storage.readableOnServer ? localStorageStorage() : given.storage;
  const context = { ...given, storage };
  const now = () => context.clock?.now() ?? Date.now();
  const renewal = createRenewal(context);
  followOtherTabs(context, renewal.watched);
  const nonce = async ({ domain }: { readonly domain: string }) => {
    const answer = await askGateway<typeof makeNonceRequest>(context, makeNonceCall, { body: { domain } });
    return answer.nonce;
  };
  return {
    ...{ nonce, connectionNonce: nonce },
    async add(session) {
      const kept = await verified(context, session);
      writeSession(storage, kept);
      renewal.watch(session.accountAddress);
      return toSiwxSession(kept);
    },
    async get(account) {
      const id = sessionId(account);
      const kept = findSession(storage, id);
      if (!kept) return [];
      if (!(now() < Date.parse(kept.expirationTime))) {
        removeSession(storage, id);
        return [];
      }
      renewal.watch(id);
      return [toSiwxSession(kept)];
    },
    async revoke(account) {
      const id = sessionId(account);
      const kept = findSession(storage, id);
      renewal.forget(id);
      if (!kept) return;
      removeSession(storage, id);
      // The other token expires after an hour, and a signing key may be gone before the session.
      const { refreshToken: token } = kept;
      // Nothing is left in this browser that could use the session, even if the gateway can't be reached.
      const input = { token, timeout: 4_000, keepalive: true };
      await askGateway<typeof endSignInRequest>(context, endSignInCall, input).catch(() => undefined);
    },
  };
}

async function verified(context: SignInContext, session: SiwxSession): Promise<KeptSession> {
  const { accountAddress, chainId, message, text, signature } = session;
  const body = { message: text, signature, accountAddress };
  try {
    const tokens = await askGateway<typeof verifySignInRequest>(context, verifySignInCall, {
      body,
      timeout: 15_000,
    });
    return {
      ...{ accountAddress, chainId, text, signature },
      message: { ...message, version: '1', resources: message.resources && [...message.resources] },
      ...toKeptTokens(tokens),
    };
  } catch (cause) {
    const smart = cause instanceof GatewayRefusal && isOfContract(session, cause.code);
    throw createError(smart ? 'SIGN_IN_SMART_ACCOUNT' : 'SIGN_IN_FAILED', { cause });
  }
}

/** The form of a signature made with a key; contracts accept any bytes. */
const KEY_SIGNATURE = /^0x[0-9a-f]{130}$/i;

/** Whether the rejected signature is from a contract account. */
function isOfContract({ chainId, signature }: SiwxSession, code: string): boolean {
  // The gateway asks the chain only if the signature was not made with a key.
  if (code === 'CHAIN_UNAVAILABLE' || code === 'CHAIN_NOT_CONFIGURED') return true;
  return code === 'INVALID_SIGNATURE' && namespaceOf(chainId) === 'eip155' && !KEY_SIGNATURE.test(signature);
}

/** Reports when another tab renewed a session, signed in or signed out. */
function followOtherTabs({ signal, changed }: SignInContext, watched: () => readonly string[]): void {
  window.addEventListener(
    'storage',
    ({ key }) => {
      if (key !== null && key !== SESSIONS_KEY) return;
      for (const id of watched()) changed(toAccount(id));
    },
    { signal },
  );
}
