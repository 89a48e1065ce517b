import {
  type AccountCall,
  findRegistered,
  isRemoveSession,
  type RegisteredFunctions,
  readSessionGrant,
  type SessionGrant,
  SMART_SESSIONS,
  sessionPeriods,
} from 'latchkit/protocol';
import { formatUnits } from 'viem';
import type { Line, Slot } from '../../texts/createTexts.js';
import { timeFact } from '../model/allowance.js';
import { joinCalls } from '../model/joinCalls.js';
import type { Change, Fact, Review, ReviewContext } from '../model/Review.js';
import { amountOf, poseWarning, readToken, tokenMark } from '../model/readToken.js';
import { visibleText } from '../model/visibleText.js';

/** The grants that the calls of an account are; empty if one of them is something else, or the deployment's key does not sign for it. */
export function grantsIn(
  calls: readonly AccountCall[],
  cosigner: string | undefined,
): readonly SessionGrant[] {
  const grants = calls.flatMap(({ to, data }) =>
    to === SMART_SESSIONS.sessions ? (readSessionGrant(data, cosigner) ?? []) : [],
  );
  return grants.length === calls.length ? grants : [];
}

/** Whether the calls of an account only end permissions. */
export const isRevocation = (calls: readonly AccountCall[]) =>
  calls.every(
    ({ to, value, data }) => to === SMART_SESSIONS.sessions && value === 0n && isRemoveSession(data),
  );

/** Reviews the end of a permission: it takes rights away. */
export const reviewRevocation = (): Review => ({
  risk: 'R2',
  action: { text: 'action.endPermission' },
  changes: [],
  facts: [],
  warnings: [],
  blocks: [],
  raw: [],
});

/**
 * Reviews permissions of one request, which others use without asking the user again.
 *
 * @param isFirst - Whether it also prepares the account for permissions.
 * @param registered - The functions that the project's owner registered.
 */
export async function reviewPermissions(
  grants: readonly SessionGrant[],
  {
    isFirst,
    registered,
  }: { readonly isFirst: boolean; readonly registered: RegisteredFunctions | undefined },
  context: ReviewContext,
): Promise<Review> {
  const reviews = await Promise.all(grants.map(grant => reviewPermission(grant, registered, context)));
  const [first] = reviews;
  const { name: network } = context.networkOf(context.chainId);
  const setUp: Fact = { label: 'fact.permissions', value: { text: 'value.permissions', slots: { network } } };
  const review =
    first && reviews.length === 1
      ? first
      : joinCalls({ text: 'action.permitCalls' }, 'screen.allOrNone', reviews);
  const repeated = new Set<string>();
  return {
    ...review,
    lead: { text: 'lead.permission' },
    labels: { approve: 'screen.allow', reject: 'screen.reject' },
    facts: [...review.facts, ...(isFirst ? [setUp] : [])],
    limits: reviews.flatMap(({ limits = [] }) => limits),
    warnings: review.warnings.filter(warning => {
      const text = JSON.stringify(warning);
      return !repeated.has(text) && repeated.add(text);
    }),
  };
}

async function reviewPermission(
  grant: SessionGrant,
  registered: RegisteredFunctions | undefined,
  context: ReviewContext,
): Promise<Review> {
  const { kind, key, target, start, end } = grant;
  const spending = kind === 'call' ? undefined : await reviewSpending(grant, context);
  return {
    risk: 'R3',
    action: { text: kind === 'call' ? 'action.permitCalls' : 'action.permitSpending' },
    changes: spending?.changes ?? [{ tone: 'risk', line: { text: 'change.callsOnly' } }],
    facts: [
      ...(spending?.facts ?? []),
      ...(kind === 'call' ? functionFacts(grant, registered, context) : []),
      { label: FACTS[kind], value: { address: target } },
      { label: 'fact.permissionKey', value: { address: key } },
      ...(start * 1_000 > Date.now() ? [timeFact('fact.notBefore', new Date(start * 1_000))] : []),
      timeFact('fact.until', new Date(end * 1_000)),
    ],
    limits: [{ amount: spending?.amount, end }],
    warnings: [{ text: 'warning.permission' }, ...(spending?.warnings ?? [])],
    blocks: [],
    raw: [],
  };
}

/**
 * The contract as it was registered, and by whom. Of the function the selector: another name with the same selector is found by a loop,
 * so the registered name is no fact.
 */
function functionFacts(
  grant: SessionGrant,
  registered: RegisteredFunctions | undefined,
  { chainId }: ReviewContext,
): readonly Fact[] {
  const { selector } = grant;
  const found = registered && findRegistered({ chainId, functions: registered.functions }, grant);
  if (!registered || !found) return [{ label: 'fact.function', value: { plain: selector } }];
  return [
    { label: 'fact.function', value: { plain: selector } },
    { label: 'fact.contractName', value: { plain: visibleText(found.name) } },
    { label: 'fact.registeredBy', value: { plain: visibleText(registered.by) } },
  ];
}

const FACTS = { native: 'fact.onlyTo', token: 'fact.token', call: 'fact.contract' } as const;

/** Maximum seconds of periods that have a name. */
const UNITS = [
  [86_400, 'change.perDay'],
  [604_800, 'change.perWeek'],
] as const;

async function reviewSpending(grant: SessionGrant, context: ReviewContext) {
  const periods = sessionPeriods(grant).length;
  const token = grant.kind === 'token' ? await readToken(grant.target, context) : undefined;
  const { coin } = context.networkOf(context.chainId);
  const slotsOf = (amount: bigint): Readonly<Record<string, Slot>> =>
    token ? amountOf(token, amount) : { amount: { number: formatUnits(amount, 18) }, token: coin ?? 'ETH' };
  const unit = UNITS.find(([seconds]) => seconds === grant.period)?.[1];
  const hours = { number: formatUnits(BigInt(Math.round((grant.period / 3_600) * 100)), 2) };
  const slots = slotsOf(grant.limit);
  const every: Line = { text: unit ?? 'change.perHours', slots: { ...slots, ...(unit ? {} : { hours }) } };
  const line: Line = periods === 1 ? { text: 'change.upTo', slots } : every;
  const change: Change = { tone: 'risk', line, ...(token && tokenMark(token, grant.limit)) };
  const all: Fact = {
    label: 'fact.inAll',
    value: { text: 'value.amount', slots: slotsOf(grant.limit * BigInt(periods)) },
  };
  return {
    changes: [change],
    facts: periods === 1 ? [] : [all],
    // What a scaled token shows is not what would be lowered.
    amount: token?.scale
      ? undefined
      : { value: String(grant.limit), decimals: token ? (token.decimals ?? 0) : 18 },
    warnings: token ? poseWarning(token) : [],
  };
}
