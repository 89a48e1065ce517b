import type { Locale } from 'latchkit/protocol';
import { networksOf } from '../../../platform/http/networksOf.js';
import { hostOf } from '../../shared/hostOf.js';
import { takeStrangersMail } from '../../shared/mailBudgets.js';
import type { Caller } from '../../shared/proveCaller.js';
import { WALLET_ALLOWANCES, WORK_BITS } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { type SolvedWork, workPuzzles } from '../../shared/workPuzzles.js';
import { takeOfNetwork } from '../auth/takeOfNetwork.js';

/** The puzzle that a new installation solves before its sign-in starts. */
export interface WorkAsked {
  readonly action: 'WORK';
  readonly challenge: string;
  readonly bits: number;
}

/** A sign-in that an installation wants to start for an address that it is new to. */
export interface StrangersStart {
  readonly email: string;
  readonly subjectIndex: string;
  readonly locale: Locale;
  readonly work: SolvedWork | undefined;
}

const ADDRESS = 'strangers of address';
const PROJECT = 'strangers of project';

/**
 * Admits the sign-in of a new installation. Limits apply per network, so that one network cannot lock out users elsewhere.
 * Under load, the puzzle gets harder instead of sign-in being blocked.
 *
 * @returns the puzzle to solve first, or undefined if it was solved and the sign-in may start.
 * @throws HttpError 429 `COOLDOWN` or `RATE_LIMITED` for this network.
 */
export async function admitStranger(
  parts: WalletParts,
  caller: Caller,
  { email, subjectIndex, locale, work }: StrangersStart,
): Promise<WorkAsked | undefined> {
  const { allowances, counters, store } = parts;
  const puzzles = workPuzzles(store.secret, counters);
  const boundTo = `${caller.jkt}|${caller.projectId}|${subjectIndex}`;
  if (work === undefined || !(await puzzles.accept(work, boundTo))) {
    const bits = await bitsFor(parts, caller, subjectIndex);
    return { action: 'WORK', challenge: puzzles.make(bits, boundTo), bits };
  }
  const { network, projectId, hostOrigin } = caller;
  await allowances.note(PROJECT, projectId, WALLET_ALLOWANCES.strangersOfProject);
  if (await allowances.note(ADDRESS, subjectIndex, WALLET_ALLOWANCES.strangersOfAddress)) {
    const values = { host: hostOf(hostOrigin) };
    await parts.mails.inform({ kind: 'attempts', to: email, locale, values });
  }
  await takeStrangersMail(parts, caller, subjectIndex);
  await takeOfNetwork(parts, caller, 'sign-in of network', WALLET_ALLOWANCES.signInsOfNetwork);
  const { wide } = networksOf(network);
  await allowances.take('sign-in of wide network', wide, WALLET_ALLOWANCES.signInsOfWideNetwork);
  return undefined;
}

/** Adds one bit for each doubling of the usual load, of the address or of the project. */
async function bitsFor(
  { allowances, workBits }: WalletParts,
  { projectId }: Caller,
  subjectIndex: string,
): Promise<number> {
  const loads = [
    await allowances.load(ADDRESS, subjectIndex, WALLET_ALLOWANCES.strangersOfAddress),
    await allowances.load(PROJECT, projectId, WALLET_ALLOWANCES.strangersOfProject),
  ];
  const more = loads.map(load => (load < 1 ? 0 : 1 + Math.floor(Math.log2(load))));
  return workBits + Math.min(WORK_BITS.more, Math.max(...more));
}
