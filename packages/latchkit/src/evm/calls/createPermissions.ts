import type {
  GrantRequest,
  PermissionGrant,
  PermissionRequest,
  PermissionTerms,
} from '../../core/adapter/Permissions.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { BaseError, type BaseErrorOptions, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import type { EvmEngine } from '../EvmEngine.js';
import { METHOD_NOT_FOUND, UNSUPPORTED_METHOD } from '../provider/errorCodes.js';
import { walletErrorCode } from '../provider/walletErrorCode.js';
import { assertChain, createWalletRequest } from '../provider/walletRequest.js';

/** Permissions to act for an account. */
export type Permissions = Pick<EvmEngine, 'grantPermissions' | 'revokePermissions'>;

/**
 * Creates the requests for permissions (ERC-7715) to connected wallets. The first version of the standard is tried before the second,
 * whose methods have other names and parameters.
 */
export function createPermissions(connected: (connectorId: string) => Promise<WagmiConnector>): Permissions {
  const request = createWalletRequest(connected);

  const grant = (asked: GrantRequest, method: PermissionGrant['method']) =>
    request(
      asked.connectorId,
      async provider => {
        const chainId = await assertChain(provider, asked.network);
        const format = method === 'wallet_grantPermissions' ? formatFirst : formatSecond;
        const params = asked.permissions.map(one => ({ chainId, ...format(one, asked.address) }));
        return readGrants(await provider.request({ method, params }), asked, method);
      },
      permissionsError,
    );

  return {
    async grantPermissions(asked) {
      try {
        return await grant(asked, 'wallet_grantPermissions');
      } catch (error) {
        if (!isError(error, 'PERMISSIONS_NOT_SUPPORTED')) throw error;
        return grant(asked, 'wallet_requestExecutionPermissions');
      }
    },
    revokePermissions: ({ connectorId, grant: { context, method } }) =>
      request(
        connectorId,
        async provider => {
          const isFirst = method === 'wallet_grantPermissions';
          await provider.request({
            method: isFirst ? 'wallet_revokePermissions' : 'wallet_revokeExecutionPermission',
            params: [{ permissionContext: context }],
          });
        },
        permissionsError,
      ),
  };
}

/** Formats a request of the first version: the expiry and the limits are fields of their own. */
function formatFirst({ to, expiry, permission, rules = [] }: PermissionRequest, address: string) {
  const { type, data } = permission;
  const signer = { type: 'account', data: { address: to } };
  return { address, expiry, signer, permission: { type, data }, policies: rules };
}

/** Formats a request of the second version: the expiry is one of the rules. */
function formatSecond({ to, expiry, permission, rules = [] }: PermissionRequest, from: string) {
  const { isAdjustmentAllowed = false, type, data } = permission;
  const expires = { type: 'expiry', data: { timestamp: expiry } };
  return { from, to, permission: { type, isAdjustmentAllowed, data }, rules: [expires, ...rules] };
}

/** Reads the grants, one for each request. @throws REQUEST_FAILED if an answer is not one */
function readGrants(
  answer: unknown,
  { permissions, address, network }: GrantRequest,
  method: PermissionGrant['method'],
): readonly PermissionGrant[] {
  if (!Array.isArray(answer) || answer.length !== permissions.length) {
    throw invalid('The wallet did not return one grant for each permission.');
  }
  return permissions.map((asked, index) => {
    const granted: unknown = answer[index];
    if (!isRecord(granted) || typeof granted.context !== 'string') throw invalid('A grant has no context.');
    if (granted.chainId !== undefined && Number(granted.chainId) !== Number(network.id)) {
      throw invalid('The wallet granted a permission on another chain.');
    }
    const limits = termsOf(granted.policies ?? granted.rules) ?? asked.rules ?? [];
    const manager = isRecord(granted.signerMeta)
      ? granted.signerMeta.delegationManager
      : granted.delegationManager;
    return {
      method,
      chainId: network.caipNetworkId,
      context: granted.context,
      from: textOf(granted.from ?? granted.address) ?? address,
      to: asked.to,
      expiry: expiryOf(granted, limits) ?? asked.expiry,
      permission: termsOf([granted.permission])?.[0] ?? asked.permission,
      rules: limits.filter(({ type }) => type !== 'expiry'),
      ...(typeof manager === 'string' ? { delegationManager: manager } : {}),
      dependencies: dependenciesOf(granted),
    };
  });
}

function expiryOf(granted: Readonly<Record<string, unknown>>, rules: readonly PermissionTerms[]) {
  const expiry = granted.expiry ?? rules.find(({ type }) => type === 'expiry')?.data.timestamp;
  return expiry === undefined ? undefined : Number(expiry);
}

/** The accounts to deploy first: a list in the second version, one account in the first. */
function dependenciesOf({ dependencies, accountMeta }: Readonly<Record<string, unknown>>) {
  const list = Array.isArray(dependencies) ? dependencies : [accountMeta];
  return list.flatMap(one =>
    isRecord(one) && typeof one.factory === 'string' && typeof one.factoryData === 'string'
      ? [{ factory: one.factory, factoryData: one.factoryData }]
      : [],
  );
}

/** Reads a list of types with data; undefined if it is not one. */
function termsOf(list: unknown): readonly PermissionTerms[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const terms = list.flatMap(one =>
    isRecord(one) && typeof one.type === 'string' && isRecord(one.data)
      ? [{ type: one.type, data: one.data }]
      : [],
  );
  return terms.length === list.length ? terms : undefined;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const invalid = (details: string) => createError('REQUEST_FAILED', { details });

/** The embedded wallet says what is wrong with a permission. */
const OWN_ERROR = /^PERMISSION_/;

function permissionsError(options: BaseErrorOptions): BaseError {
  const own = options.cause instanceof Error ? options.cause.cause : undefined;
  if (isError(own) && OWN_ERROR.test(own.code)) return own;
  const code = walletErrorCode(options.cause);
  if (code !== METHOD_NOT_FOUND && code !== UNSUPPORTED_METHOD) return createError('REQUEST_FAILED', options);
  return new BaseError('PERMISSIONS_NOT_SUPPORTED', 'The wallet cannot grant permissions', options);
}
