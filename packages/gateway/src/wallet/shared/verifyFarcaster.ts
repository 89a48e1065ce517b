import { createHash } from 'node:crypto';
import { checkSiwxMessage, type farcasterToken, parseSiwxMessage, type SiwxMessage } from 'latchkit/protocol';
import { type Hex, recoverMessageAddress } from 'viem';
import type * as z from 'zod';
import type { IdRegistry } from './idRegistry.js';

/** How long a message may be signed and verified, in milliseconds. The channel ends earlier, so the vault has time too. */
export const FARCASTER_MESSAGE_LIFE = 600_000;
/** Maximum difference of the clocks, in milliseconds. */
const MAX_SKEW = 60_000;
/** FIP-11: the text and chain of every message. */
const STATEMENT = 'Farcaster Auth';
const CHAIN = 'eip155:10';

/** The login that a message has to be for. */
export interface FarcasterLogin {
  /** URL of the wallet service, whose host is the message's domain. */
  readonly frameUrl: string;
  readonly txn: string;
  /** Thumbprint of the installation that logs in. */
  readonly jkt: string;
}

/** The nonce of a login's message: binds it to the login and to the installation. The wallet service and the vault compute it. */
export function farcasterNonce({ txn, jkt }: Pick<FarcasterLogin, 'txn' | 'jkt'>): string {
  const hash = createHash('sha256').update(`lk-siwf|${txn}|${jkt}`).digest('base64url');
  return hash.replaceAll(/[-_]/g, '').slice(0, 24);
}

/**
 * Verifies a signed message of Sign In With Farcaster (FIP-11): text, domain, nonce, expiry, and that the key which signed it is
 * the custody key of the user. Keys that a custody key authorized, and contracts, are not accepted.
 *
 * @returns the user's Farcaster id; undefined if the message is not valid for this login.
 * @throws RegistryDown
 */
export async function verifyFarcaster(
  registry: IdRegistry,
  { frameUrl, txn, jkt }: FarcasterLogin,
  { message: text, signature }: z.infer<typeof farcasterToken>,
): Promise<string | undefined> {
  const message = parse(text);
  if (message === undefined || message.statement !== STATEMENT) return undefined;
  const accountAddress = await recoverMessageAddress({ message: text, signature: signature as Hex }).catch(
    () => '',
  );
  const now = Date.now();
  const problem = checkSiwxMessage(message, {
    domain: new URL(frameUrl).host,
    origin: new URL(frameUrl).origin,
    nonce: farcasterNonce({ txn, jkt }),
    chainId: CHAIN,
    accountAddress,
    now,
  });
  const life = Date.parse(message.expirationTime ?? '') - now;
  if (problem !== undefined || !(life <= FARCASTER_MESSAGE_LIFE + MAX_SKEW)) return undefined;
  const [fid, ...others] = (message.resources ?? []).flatMap(idIn);
  if (fid === undefined || others.length > 0) return undefined;
  return (await registry.idOf(accountAddress)) === BigInt(fid) ? fid : undefined;
}

function parse(text: string): SiwxMessage | undefined {
  try {
    return parseSiwxMessage(text, 'eip155');
  } catch {
    return undefined;
  }
}

/** The Farcaster id that a resource names. */
function idIn(resource: string): readonly string[] {
  const fid = /^farcaster:\/\/fid\/([1-9]\d{0,18})\/?$/.exec(resource)?.[1];
  return fid === undefined ? [] : [fid];
}
