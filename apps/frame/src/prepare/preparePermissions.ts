import {
  type AccountCall,
  awaitSentUserOperation,
  encodeRemoveSession,
  encodeSessionGrant,
  findRegistered,
  frameError,
  isEvmAddress,
  type LowerLimits,
  lowerSessionGrant,
  MAX_GRANT_SECONDS,
  type RegisteredFunctions,
  readSessionContext,
  type SessionGrant,
  type SessionTerms,
  SMART_SESSIONS,
  sessionContext,
  sessionGrantProblem,
  sessionPeriods,
  sessionSetupCalls,
  sessionTerms,
  TRANSFER_SELECTOR,
  VALUE_SELECTOR,
} from 'latchkit/protocol';
import * as z from 'zod/mini';
import { sleep } from '../services/sleep.js';
import { accountShape } from '../smartAccount/accountShape.js';
import { sentOf } from '../smartAccount/createOperationServers.js';
import type { PrepareContext, Prepared, Preparer } from './Prepared.js';
import {
  type OperationParts,
  ownerOf,
  type PreparedOperation,
  prepareOperation,
} from './prepareOperation.js';

type Hex = `0x${string}`;

const terms = z.object({
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  isAdjustmentAllowed: z.optional(z.boolean()),
});
const limits = z.optional(z.array(terms).check(z.maxLength(20)));

/** A type of ERC-7715 and its values. */
type Terms = z.infer<typeof terms>;

const base = { chainId: z.optional(z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i))), permission: terms };
/** Requests of the second version of ERC-7715, and of the first. */
const requests = z.union([
  z.object({ ...base, from: z.optional(z.string()), to: z.string(), rules: limits }),
  z.object({
    ...base,
    address: z.optional(z.string()),
    expiry: z.optional(z.unknown()),
    signer: z.object({ type: z.string(), data: z.optional(z.record(z.string(), z.unknown())) }),
    policies: limits,
  }),
]);
const revocation = z.object({ permissionContext: z.string() });

/** What both versions of ERC-7715 ask for. */
interface Asked {
  readonly chainId: string | undefined;
  /** The account that grants it. */
  readonly from: string | undefined;
  readonly key: string;
  readonly expiry: unknown;
  readonly permission: Terms;
  readonly limits: readonly Terms[];
}

const address = z.string().check(z.refine(isEvmAddress));
const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i));
const periodic = {
  periodAmount: quantity,
  periodDuration: z.int(),
  startTime: z.optional(z.nullable(z.int())),
};
const types = z.discriminatedUnion('type', [
  z.object({ type: z.literal('native-token-periodic'), data: z.object({ ...periodic, recipient: address }) }),
  z.object({
    type: z.literal('erc20-token-periodic'),
    data: z.object({ ...periodic, tokenAddress: address }),
  }),
  z.object({
    type: z.literal('contract-call'),
    data: z.object({ address, selector: z.string().check(z.regex(/^0x[0-9a-f]{8}$/i)) }),
  }),
]);

/**
 * `wallet_grantPermissions` and `wallet_requestExecutionPermissions` (ERC-7715): one user operation, which prepares the account for
 * permissions if this is its first on the chain. Returns the grant once it is on the chain.
 *
 * @throws frameError UNSUPPORTED_METHOD The site may not ask for permissions on this chain; PERMISSION_TYPE, PERMISSION_KEY,
 * PERMISSION_TARGET, PERMISSION_UNBOUNDED, PERMISSION_UNREGISTERED, PERMISSION_LIMIT, PERMISSION_EXPIRY
 */
export const prepareGrant: Preparer = async context => {
  const { payload, signer, reader, operations, signal } = context;
  const { chainId } = payload;
  const owner = ownerOf(context);
  const account = signer.evm as Hex;
  const all = await operations.permissions.registered(chainId);
  if (!all) throw frameError('UNSUPPORTED_METHOD');
  const cosigner = all.cosigner as Hex | undefined;
  const given = payload.params as unknown as readonly object[];
  const asked = given.map(readAsked);
  if (!asked.every(one => isFor(one, chainId, account))) throw frameError('BAD_MESSAGE');
  const now = await chainTime(context);
  const grants = asked.map(one => ({ ...grantOf(one, now), ...(cosigner && { cosigner }) }));
  for (const grant of grants) {
    const problem = sessionGrantProblem(grant, [account, owner], { ...all, chainId });
    if (problem) throw frameError(`PERMISSION_${problem}`);
  }
  const shape = await accountShape(reader, chainId, account, signal);
  const setup = shape === 'modular' ? [] : sessionSetupCalls(account);
  return prepareGrants(context, asked, { given, grants, setup, registered: usedBy(grants, chainId, all) });
};

/** Of the registered functions, those that grants are for: what is signed names no others. */
function usedBy(
  grants: readonly SessionGrant[],
  chainId: string,
  { functions, ...all }: RegisteredFunctions,
): RegisteredFunctions {
  const used = grants.flatMap(grant =>
    grant.kind === 'call' ? (findRegistered({ chainId, functions }, grant) ?? []) : [],
  );
  return { ...all, functions: [...new Set(used)] };
}

interface Grants {
  /** The page's requests. */
  readonly given: readonly object[];
  readonly grants: readonly SessionGrant[];
  /** What prepares the account for permissions, if this is its first on the chain. */
  readonly setup: readonly AccountCall[];
  /** The functions that they may be for. */
  readonly registered: RegisteredFunctions;
}

async function prepareGrants(
  context: PrepareContext,
  asked: readonly Asked[],
  { given, grants, setup, registered }: Grants,
): Promise<Prepared> {
  const { payload, operations } = context;
  const { chainId } = payload;
  const method = payload.method as 'wallet_grantPermissions' | 'wallet_requestExecutionPermissions';
  const enable = grants.map(
    (grant): AccountCall => ({ to: SMART_SESSIONS.sessions, value: 0n, data: encodeSessionGrant(grant) }),
  );
  const isFixed = asked.some(({ permission }) => permission.isAdjustmentAllowed === false);
  return {
    ...(await awaited(context, [...setup, ...enable], {
      registered,
      async before() {
        for (const grant of grants)
          await operations.permissions.record({ chainId, context: sessionContext(grant), method });
      },
      result: grants.map((grant, at) => answerOf(given[at] ?? {}, grant, sessionContext(grant))),
    })),
    ...(!isFixed && {
      async lower(at: number, limits: LowerLimits) {
        const grant = grants[at];
        const lower = grant && lowerSessionGrant(grant, limits);
        if (!lower) throw frameError('BAD_MESSAGE');
        const all = grants.map(one => (one === grant ? lower : one));
        return prepareGrants(context, asked, { given, setup, registered, grants: all });
      },
    }),
  };
}

/** Whether a request is for this chain and account. */
const isFor = ({ chainId: asked, from }: Asked, chainId: string, account: string) =>
  (asked === undefined || `eip155:${BigInt(asked)}` === chainId) &&
  (from === undefined || from.toLowerCase() === account.toLowerCase());

/**
 * `wallet_revokePermissions` and `wallet_revokeExecutionPermission` (ERC-7715): ends the periods of a permission that are not over, on
 * the chain. Its use through this deployment stops at once.
 *
 * @throws frameError PERMISSION_NOT_FOUND
 */
export const prepareRevocation: Preparer = async context => {
  const { payload, operations } = context;
  ownerOf(context);
  const [given] = payload.params as unknown as readonly [object];
  const { data: found } = revocation.safeParse(given);
  if (!found) throw frameError('BAD_MESSAGE');
  const { permissionContext } = found;
  const calls = revocationOf(permissionContext);
  return awaited(context, calls, {
    before: () => operations.permissions.end(payload.chainId, permissionContext),
    result: {},
  });
};

/** The calls that end a permission. @throws PERMISSION_NOT_FOUND */
export function revocationOf(context: string, now = Math.floor(Date.now() / 1_000)): readonly AccountCall[] {
  const grant = readSessionContext(context);
  const periods = grant ? sessionPeriods(grant).filter(({ until }) => until >= now) : [];
  if (periods.length === 0) throw frameError('PERMISSION_NOT_FOUND');
  return periods.map(period => ({
    to: SMART_SESSIONS.sessions,
    value: 0n,
    data: encodeRemoveSession(period),
  }));
}

/** One user operation, whose result is known once it is on the chain. */
async function awaited(
  context: PrepareContext,
  calls: readonly AccountCall[],
  {
    before,
    result,
    registered,
  }: Pick<OperationParts, 'registered'> & {
    readonly before: () => Promise<void>;
    readonly result: unknown;
  },
) {
  const { signing, warnings, ...sending } = await prepareOperation(context, calls, { registered });
  return {
    signings: [signing] as const,
    warnings,
    async answer([signature = '']: readonly string[]) {
      await before();
      await sendAndAwait(context, sending, signature);
      return result;
    },
  };
}

/** @throws OPERATION_FAILED; as `PreparedOperation.send` */
async function sendAndAwait(
  { payload: { chainId }, signer, operations, signal }: PrepareContext,
  { send, failure }: Pick<PreparedOperation, 'send' | 'failure'>,
  signature: string,
): Promise<void> {
  const { calls } = operations;
  let sent: Parameters<Parameters<PreparedOperation['send']>[1]>[0] | undefined;
  try {
    await send(signature, operation => {
      sent = operation;
      calls.put({ id: operation.hash, chainId, account: signer.evm, operation, isSettled: false });
    });
  } catch (error) {
    if (sent && !signal.aborted) calls.remove(sent.hash);
    throw error;
  }
  if (!sent) throw frameError('INTERNAL');
  const servers = operations.servers(chainId, signal);
  const outcome = await awaitSentUserOperation(sentOf(sent), { ...servers, wait: sleep });
  if (outcome.status !== 'included' || !outcome.success) throw await failure(outcome);
}

/** Reads a request of either version. @throws BAD_MESSAGE, PERMISSION_KEY */
function readAsked(given: object): Asked {
  const { data: found } = requests.safeParse(given);
  if (!found) throw frameError('BAD_MESSAGE');
  const { chainId, permission } = found;
  if ('to' in found) {
    const { to: key, from, rules = [] } = found;
    const expiry = rules.find(({ type }) => type === 'expiry')?.data.timestamp;
    return { chainId, from, permission, key, expiry, limits: rules.filter(({ type }) => type !== 'expiry') };
  }
  const { signer, address: from, expiry, policies = [] } = found;
  const key = signer.type === 'account' ? signer.data?.address : undefined;
  if (typeof key !== 'string') throw frameError('PERMISSION_KEY');
  return { chainId, from, permission, key, expiry, limits: policies };
}

/** @throws PERMISSION_KEY, PERMISSION_TYPE, PERMISSION_EXPIRY, PERMISSION_LIMIT */
function grantOf({ key, expiry, permission, limits }: Asked, now: number): SessionGrant {
  if (!isEvmAddress(key)) throw frameError('PERMISSION_KEY');
  const found = types.safeParse(permission);
  // A limit that is not enforced would be a false promise.
  if (!found.success || limits.length > 0) throw frameError('PERMISSION_TYPE');
  if (typeof expiry !== 'number' || !Number.isSafeInteger(expiry)) throw frameError('PERMISSION_EXPIRY');
  if (expiry <= now || expiry - now > MAX_GRANT_SECONDS + CLOCKS) throw frameError('PERMISSION_EXPIRY');
  const { type, data } = found.data;
  const asked = type === 'contract-call' ? now : (data.startTime ?? now);
  const start = Math.max(asked, now, expiry - MAX_GRANT_SECONDS);
  const times = { start, end: expiry, period: expiry - start };
  const base = { key: key as Hex, salt: newSalt() };
  switch (type) {
    case 'contract-call':
      return {
        ...{ ...base, ...times, kind: 'call', target: data.address as Hex },
        ...{ selector: data.selector.toLowerCase() as Hex, limit: 0n },
      };
    case 'erc20-token-periodic':
      return {
        ...{
          ...base,
          ...times,
          kind: 'token',
          target: data.tokenAddress as Hex,
          selector: TRANSFER_SELECTOR,
        },
        ...limited(data, times),
      };
    default:
      return {
        ...{ ...base, ...times, kind: 'native', target: data.recipient as Hex, selector: VALUE_SELECTOR },
        ...limited(data, times),
      };
  }
}

/** Seconds by which the clock of the chain may be behind that of the page. */
const CLOCKS = 120;

/** The time of the latest block, in seconds: the chain decides when a period begins. */
async function chainTime({ reader, payload, signal }: PrepareContext): Promise<number> {
  const block = await reader.request(payload.chainId, 'eth_getBlockByNumber', ['latest', false], signal);
  const found = z.object({ timestamp: quantity }).safeParse(block);
  if (!found.success) throw frameError('INTERNAL', { cause: found.error });
  return Number(found.data.timestamp);
}

/**
 * A period that is longer than the permission is the whole of it. A last period that is only the difference of two clocks is left out,
 * because it would allow the amount once more.
 */
function limited(
  { periodAmount, periodDuration }: { readonly periodAmount: string; readonly periodDuration: number },
  { start, end }: Pick<SessionGrant, 'start' | 'end'>,
): Pick<SessionGrant, 'limit' | 'period' | 'end'> {
  const whole = end - start;
  const rest = periodDuration < whole ? whole % periodDuration : 0;
  return {
    limit: BigInt(periodAmount),
    period: Math.min(periodDuration, whole),
    end: rest <= CLOCKS ? end - rest : end,
  };
}

/** Random, so that a permission that ended never comes back with another one. */
function newSalt(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(31));
  return `0x${[...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')}00`;
}

/** The response, with the values that were granted. */
function answerOf(given: object, grant: SessionGrant, context: Hex): object {
  const permission: SessionTerms = sessionTerms(grant);
  const rules = [{ type: 'expiry', data: { timestamp: grant.end } }];
  return 'to' in given
    ? { ...given, permission, rules, context, dependencies: [] }
    : { ...given, permission, expiry: grant.end, policies: [], context };
}
