import { SMART_ACCOUNT_V1 } from 'latchkit/protocol';
import * as z from 'zod';
import { boundedMap } from '../../platform/boundedMap.js';
import type { RpcService } from '../chains/service.js';
import type { ExpiredReservation, SponsorshipStore } from './sponsorshipStore.js';

/** Milliseconds until the reservations of a project are looked at again. */
const PAUSE = 5_000;
/** Reservations that are looked at in one go; each is looked at once, unless its chain does not respond. */
const MOST = 100;
/** Milliseconds after the end of a signature, in which a chain may still be reorganized. */
const MARGIN = 60_000;
/** Milliseconds that the chains may take; the caller waits. */
const TIME = 5_000;

const head = z.object({ number: z.string(), timestamp: z.string() });

/**
 * Gives back what was reserved for user operations that can never land: the paymaster's signature has ended, and the account's nonce
 * was not used.
 *
 * @returns whether anything came back.
 */
export type FreeReservations = (projectId: string) => Promise<boolean>;

export function freeReservations(
  store: SponsorshipStore,
  rpc: Pick<RpcService, 'call'>,
  now: () => number,
): FreeReservations {
  const runs = boundedMap<{ readonly freed: Promise<boolean>; readonly at: number }>(1_000);
  const run = async (projectId: string): Promise<boolean> => {
    const expired = await store.expired(projectId, MOST);
    const chains = [...new Set(expired.map(({ chainId }) => chainId))];
    const found = await Promise.all(
      chains.map(chainId =>
        freeOnChain(
          chainId,
          expired.filter(one => one.chainId === chainId),
        ),
      ),
    );
    return found.includes(true);
  };
  const freeOnChain = async (chainId: string, all: readonly ExpiredReservation[]): Promise<boolean> => {
    const gone = AbortSignal.timeout(TIME);
    try {
      const block = head.parse(await rpc.call(chainId, 'eth_getBlockByNumber', ['latest', false], gone));
      const time = Number(block.timestamp) * 1_000;
      const ended = all.filter(({ validUntil }) => validUntil.getTime() + MARGIN <= time);
      const freed = ended.map(async one => {
        const isUsed = (await nonceOf(one, block.number, gone)) > BigInt(one.nonce);
        await (isUsed ? store.landed(one) : store.free(one));
        return !isUsed;
      });
      return (await Promise.all(freed)).includes(true);
    } catch {
      // What cannot be read stays reserved.
      return false;
    }
  };
  /** The next nonce of the operation's key (`getNonce(address,uint192)`). */
  const nonceOf = async (
    { chainId, sender, nonce }: ExpiredReservation,
    block: string,
    gone: AbortSignal,
  ): Promise<bigint> => {
    const key = (BigInt(nonce) >> 64n).toString(16).padStart(64, '0');
    const data = `0x35567e1a${sender.slice(2).padStart(64, '0')}${key}`;
    const answer = await rpc.call(
      chainId,
      'eth_call',
      [{ to: SMART_ACCOUNT_V1.entryPoint, data }, block],
      gone,
    );
    return BigInt(z.string().min(3).parse(answer));
  };
  return projectId => {
    const last = runs.get(projectId);
    if (last && now() - last.at < PAUSE) return last.freed;
    const freed = run(projectId);
    runs.add(projectId, { freed, at: now() });
    return freed;
  };
}
