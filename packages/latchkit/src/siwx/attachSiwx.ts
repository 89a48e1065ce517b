import type { SignIn, SignInContext, SiwxParameters, SiwxSession } from '../core/index.js';
import { type ChainNamespace, namespaceOf } from '../protocol/caip.js';
import { checksumAddress } from '../protocol/checksumAddress.js';
import { createError } from '../protocol/errors.js';
import { checkSiwxMessage } from '../protocol/siwx/checkSiwxMessage.js';
import { formatSiwxMessage } from '../protocol/siwx/formatSiwxMessage.js';
import { parseSiwxMessage } from '../protocol/siwx/parseSiwxMessage.js';
import type { SiwxMessage } from '../protocol/siwx/SiwxMessage.js';
import { gatewaySessions } from './gatewaySessions.js';
import type { SiwxOptions } from './SiwxOptions.js';

const WEEK_MS = 7 * 86_400_000;

/** Sign-in for one instance: creates this page's messages, and stores sessions where the host configured it. */
export function attachSiwx(options: SiwxOptions, context: SignInContext): SignIn {
  const now = () => context.clock?.now() ?? Date.now();
  const store = options.storage ?? gatewaySessions(context);
  const domain = () => options.domain ?? location.host;
  return {
    async createMessage({ address, chainId, namespace }) {
      const nonce = await store.nonce({ address, chainId, domain: domain() });
      const account = { accountAddress: addressIn(namespace, address), chainId };
      return { ...parametersOf(options, domain(), nonce, now()), ...account };
    },
    async createParameters() {
      const nonce = await store.connectionNonce?.({ domain: domain() });
      return nonce === undefined ? undefined : parametersOf(options, domain(), nonce, now());
    },
    format: formatSiwxMessage,
    async addSession(session) {
      const signed = { ...session, message: asSigned(session, now()) };
      return withEnd((await store.add(signed)) ?? signed);
    },
    getSessions: account => store.get(account),
    revokeSessions: account => store.revoke(account),
  };
}

/** Returns the parameters that do not depend on the account. */
function parametersOf(options: SiwxOptions, domain: string, nonce: string, now: number): SiwxParameters {
  return {
    domain,
    uri: options.uri ?? location.origin,
    version: '1',
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + (options.expiresIn ?? WEEK_MS)).toISOString(),
    ...(options.statement === undefined ? {} : { statement: options.statement }),
    ...(options.resources?.length ? { resources: options.resources } : {}),
  };
}

/** ERC-4361 requires the EIP-55 checksum. */
function addressIn(namespace: ChainNamespace, address: string): string {
  return namespace === 'eip155' ? checksumAddress(address) : address;
}

/**
 * Returns the signed message. With one-prompt sign-in the wallet writes the text itself, and must not have changed what
 * the host requested.
 */
function asSigned({ message, text, chainId }: SiwxSession, now: number): SiwxMessage {
  const signed = parseSiwxMessage(text, namespaceOf(chainId));
  const { domain, uri, nonce, accountAddress } = message;
  const expected = { domain, uri, nonce, accountAddress, chainId, now };
  const problem = checkSiwxMessage(signed, expected);
  if (problem) {
    throw createError('SIGN_IN_FAILED', { details: `The wallet signed another message: ${problem}.` });
  }
  return signed;
}

/** A session ends when its message does, unless the store says otherwise. */
function withEnd(session: SiwxSession): SiwxSession {
  const expirationTime = session.expirationTime ?? session.message.expirationTime;
  return expirationTime === undefined ? session : { ...session, expirationTime };
}
