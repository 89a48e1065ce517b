import {
  endPermissionsRequest,
  factorOfMultiplier,
  listOwnPermissionsRequest,
  type OwnPermission,
  readSessionContext,
  recordPermissionRequest,
  revokePermissionsRequest,
  type SessionGrant,
  SMART_SESSIONS,
  type StoredPermission,
  sessionGrantProblem,
  sessionTerms,
  shownUnits,
  smartAccountAddress,
  UI_MULTIPLIER,
} from 'latchkit/protocol';
import { formatUnits } from 'viem';
import { LATEST_TIME } from '../../../platform/chainTime.js';
import { HttpError } from '../../../platform/http/HttpError.js';
import type { CallHandler } from '../../../platform/http/serveCalls.js';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { isFrozen } from '../../shared/refuseFrozen.js';
import type { Session } from '../../shared/Session.js';
import { handle } from '../../shared/walletCalls.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_ALLOWANCES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { walletOf } from '../custody/wallets.js';
import { chainReader, openSessions, prepareRevocation } from './prepareRevocation.js';

/** Lists the permissions of a user's smart account. What they allow, and until when, the chain decides. */
export function permissionCalls(
  { allowances, store }: WalletParts,
  access: Pick<
    ProjectAccess,
    | 'smartAccountChains'
    | 'registeredFunctions'
    | 'permissions'
    | 'networkName'
    | 'coinOf'
    | 'tokensOf'
    | 'callChain'
    | 'callBundler'
  >,
): readonly CallHandler[] {
  const ownerOf = async ({ userId }: Session): Promise<string> => {
    const wallet = await walletOf(store, store.database, userId);
    if (!wallet) throw walletError('WALLET_NOT_FOUND');
    return wallet.owner;
  };
  const accountOf = async (session: Session) => smartAccountAddress(await ownerOf(session));
  const stop = async (session: Session, permissions: readonly ListedContext[]) => {
    await take(session);
    const account = await accountOf(session);
    for (const { chainId, context } of permissions) {
      await access.permissions.end(`${chainId}:${account}`, context);
    }
  };
  const take = ({ installationId }: Session) =>
    allowances.take('aa', installationId, WALLET_ALLOWANCES.userOperationCalls);
  return [
    handle(recordPermissionRequest, async ({ session, body: { chainId, context, method } }) => {
      await take(session);
      const account = await accountOf(session);
      const grant = readSessionContext(context);
      if (!grant) throw new HttpError(404, 'PERMISSION_NOT_FOUND', 'The context is not one of this wallet');
      const { projectId, hostOrigin: origin } = session;
      const { type, data } = sessionTerms(grant);
      const granted = {
        ...{ context, method, to: grant.key, expiry: grant.end, permission: { type, data } },
        ...{ rules: [], delegationManager: null, dependencies: [] },
      };
      await access.permissions.record(projectId, `${chainId}:${account}`, { origin, granted });
      return {};
    }),
    handle(listOwnPermissionsRequest, async ({ session, context }) => {
      const account = await accountOf(session);
      const chains = await access.smartAccountChains(context.req.raw.signal);
      const found = await Promise.all(
        chains.map(async chainId => {
          const listed = await access.permissions.list(`${chainId}:${account}`);
          return listed.map(one => ({ ...one, chainId }));
        }),
      );
      const newest = found.flat().sort((one, other) => other.createdAt.localeCompare(one.createdAt));
      const { signal } = context.req.raw;
      const permissions = newest.map(async one => {
        const [isValid, isServed, factor] = await Promise.all([
          isAccepted(access, account, one, signal),
          isPermitted(access, account, one),
          readFactor(access, one, signal),
        ]);
        return describe({ ...one, isValid, isServed, factor }, access);
      });
      return { permissions: (await Promise.all(permissions)).flat() };
    }),
    handle(endPermissionsRequest, async ({ session, body: { permissions } }) => {
      await stop(session, permissions);
      return {};
    }),
    handle(
      revokePermissionsRequest,
      async ({ session, caller: { network }, body: { permissions }, context }) => {
        await stop(session, permissions);
        // A frozen wallet signs nothing.
        if (await isFrozen(store, store.database, 'users', session.userId)) return { operations: [] };
        const owner = await ownerOf(session);
        const { projectId, userId, hostOrigin: origin } = session;
        const { signal: gone } = context.req.raw;
        const account = smartAccountAddress(owner);
        const chainIds = [...new Set(permissions.map(one => one.chainId))];
        const prepared = await Promise.all(
          chainIds.map(async chainId => {
            const contexts = permissions.filter(one => one.chainId === chainId).map(one => one.context);
            const asked = { chainId, contexts, gone };
            const payloads = await prepareRevocation(
              access,
              { projectId, userId, origin, network, owner },
              asked,
            );
            return payloads.map(payload => ({ chainId, account, payload }));
          }),
        );
        return { operations: prepared.flat() };
      },
    ),
  ];
}

/** A listed permission, as pages name it. */
interface ListedContext {
  readonly chainId: string;
  readonly context: string;
}

/** Whether the network accepts a permission. One that does not respond may. */
async function isAccepted(
  access: Pick<ProjectAccess, 'callChain'>,
  account: string,
  { chainId, context }: ListedContext,
  gone: AbortSignal,
): Promise<boolean> {
  const [session] = openSessions(context);
  if (session === undefined) return false;
  // `isPermissionEnabled(bytes32,address)`
  const data = `0xadbc532f${session.slice(2)}${account.slice(2).toLowerCase().padStart(64, '0')}`;
  try {
    const read = chainReader(access, chainId, gone);
    const answer = await read('eth_call', [{ to: SMART_SESSIONS.sessions, data }, 'latest']);
    return BigInt(String(answer)) === 1n;
  } catch {
    return true;
  }
}

/**
 * By which the amounts of a permission's token are multiplied when they are shown (ERC-8056). Of a network that does not respond, they are
 * listed as they move, because permissions can be ended at any time.
 */
async function readFactor(
  access: Pick<ProjectAccess, 'callChain'>,
  { chainId, context }: ListedContext,
  gone: AbortSignal,
): Promise<string> {
  const grant = readSessionContext(context);
  if (grant?.kind !== 'token') return '1';
  const read = chainReader(access, chainId, gone);
  const answer = await read('eth_call', [{ to: grant.target, data: UI_MULTIPLIER }, 'latest']).catch(
    () => undefined,
  );
  return factorOfMultiplier(answer) ?? '1';
}

/** Whether pages may still use a permission through this deployment: not if nobody registered the function that it is for, or the deployment does not sign its operations. */
async function isPermitted(
  access: Pick<ProjectAccess, 'registeredFunctions'>,
  account: string,
  { projectId, chainId, context }: ListedContext & { readonly projectId: string },
): Promise<boolean> {
  const grant = readSessionContext(context);
  const registered = await access.registeredFunctions(projectId);
  return (
    grant !== undefined && sessionGrantProblem(grant, [account], { ...registered, chainId }) === undefined
  );
}

/** Describes a listed permission by its context, which says what the chain enforces. Others are left out. */
function describe(
  {
    context,
    chainId,
    domain,
    revokedAt,
    ...state
  }: StoredPermission & Pick<OwnPermission, 'chainId' | 'isValid' | 'isServed'> & { readonly factor: string },
  access: Pick<ProjectAccess, 'networkName' | 'coinOf' | 'tokensOf'>,
): readonly OwnPermission[] {
  const grant = readSessionContext(context);
  if (!grant) return [];
  const { kind, target, period, end } = grant;
  return [
    {
      ...{ context, chainId, domain, revokedAt, kind, target, period },
      ...{ isValid: state.isValid, isServed: state.isServed, isBounded: grant.cosigner !== undefined },
      ...amountOf(grant, { chainId, factor: state.factor }, access),
      network: access.networkName(chainId),
      // A context has 48 bits for it, and a date fewer.
      endsAt: new Date(Math.min(end, LATEST_TIME) * 1_000).toISOString(),
    },
  ];
}

/** Of an unlisted token, in its smallest unit. */
function amountOf(
  { kind, target, limit }: SessionGrant,
  { chainId, factor }: { readonly chainId: string; readonly factor: string },
  { coinOf, tokensOf }: Pick<ProjectAccess, 'coinOf' | 'tokensOf'>,
): Pick<OwnPermission, 'amount' | 'symbol'> {
  if (kind === 'call') return { amount: null, symbol: null };
  if (kind === 'native') return { amount: formatUnits(limit, 18), symbol: coinOf(chainId) };
  const token = tokensOf(chainId).find(one => one.address.toLowerCase() === target.toLowerCase());
  return {
    amount: formatUnits(shownUnits(limit, factor), token?.decimals ?? 0),
    symbol: token?.symbol ?? null,
  };
}
