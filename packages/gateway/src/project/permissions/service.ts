import { createHash } from 'node:crypto';
import {
  readSessionContext,
  revokePermissionMessage,
  type StoredPermission,
  type StorePermissionBody,
} from 'latchkit/protocol';
import { HttpError } from '../../platform/http/HttpError.js';
import type { StorageQuotas } from '../../platform/http/storageQuotas.js';
import type { ServerAnswer, ServerCall } from '../../platform/jsonrpc/ServerCall.js';
import type { PermissionRecords } from '../../platform/PermissionRecords.js';
import type { AaService } from '../aa/service.js';
import { accountId } from '../chains/accountId.js';
import type { SiwxService } from '../siwx/service.js';
import { type SignedRevocation, verifyRevocation } from '../siwx/verifyRevocation.js';
import type { VerifySignature } from '../siwx/verifySignature.js';
import type { PermissionRow, PermissionStore } from './store.js';

/** Permissions of one account in one project; a page with a stolen token can't fill the database. */
const MOST_PERMISSIONS = 100;
/** Bytes that a row takes besides its content, with its indexes. */
const ROW = 300;

/** The list of the permissions that wallets granted (ERC-7715). The chain or the wallet decides whether one is valid. */
export interface PermissionService {
  /**
   * Lists the permissions of an account in this project, newest first.
   *
   * @param id - CAIP-10 id.
   * @param token - The token of a sign-in of the account.
   * @throws HttpError 401 `INVALID_TOKEN` if the token belongs to another account, or as the session's state demands.
   */
  list(projectId: string, id: string, token: string): Promise<readonly StoredPermission[]>;
  /**
   * Stores a permission, once. Returns its id.
   *
   * @throws HttpError as `list`; 409 `TOO_MANY_PERMISSIONS`, 429 `RATE_LIMITED`.
   */
  add(
    page: { readonly projectId: string; readonly network: string },
    id: string,
    token: string,
    granted: StorePermissionBody,
  ): Promise<string>;
  /**
   * Marks a permission as revoked, once; returns when that was.
   *
   * @param request - `gateway`: the origin of this gateway.
   * @throws HttpError 404 `PERMISSION_NOT_FOUND`, 401 `INVALID_SIGNATURE` or 503 `CHAIN_UNAVAILABLE`.
   */
  revoke(
    projectId: string,
    id: string,
    request: { readonly pci: string; readonly signature: string; readonly gateway: string },
    gone: AbortSignal,
  ): Promise<{ readonly pci: string; readonly revokedAt: string }>;
  /**
   * Makes one call about a user operation that uses a permission, for a page of the site that asked for it.
   *
   * @throws HttpError 404 `PERMISSION_NOT_FOUND`, also if it has ended; and as `AaService.callSession`.
   */
  callBundler(
    page: { readonly projectId: string; readonly origin: string | undefined; readonly network: string },
    id: string,
    call: ServerCall & { readonly context: string },
    gone: AbortSignal,
  ): Promise<ServerAnswer>;
}

/** The permissions of the wallet service's own wallets, in the same list. */
export function permissionRecords(store: PermissionStore): PermissionRecords {
  return {
    async record(projectId, account, { origin, granted }) {
      const row = { pci: idOf(account, granted), domain: new URL(origin).host, granted };
      if (!(await store.add({ projectId, account }, row, MOST_PERMISSIONS))) throw tooMany();
    },
    list: async account =>
      (await store.listAll(account)).map(({ projectId, ...row }) => ({ ...toWire(row), projectId })),
    end: (account, context) => store.revokeAll(account, context),
  };
}

function tooMany(): HttpError {
  const message = `An account can have ${MOST_PERMISSIONS} permissions in the list`;
  return new HttpError(409, 'TOO_MANY_PERMISSIONS', message);
}

export interface PermissionServiceOptions {
  readonly siwx: Pick<SiwxService, 'session'>;
  readonly store: PermissionStore;
  readonly verifySignature: VerifySignature;
  readonly aa: Pick<AaService, 'callSession'>;
  readonly quotas: StorageQuotas;
}

export function permissionService({
  siwx,
  store,
  verifySignature,
  aa,
  quotas,
}: PermissionServiceOptions): PermissionService {
  /** The sign-in of a token that belongs to this account, on the same chain. */
  const sessionOf = async (projectId: string, id: string, token: string) => {
    const session = await siwx.session(projectId, token);
    if (accountId(id)?.id !== session.account) {
      throw new HttpError(401, 'INVALID_TOKEN', 'The token belongs to another account');
    }
    return session;
  };
  return {
    async list(projectId, id, token) {
      const { account } = await sessionOf(projectId, id, token);
      return (await store.list({ projectId, account })).map(toWire);
    },
    async add({ projectId, network }, id, token, granted) {
      const { account, domain } = await sessionOf(projectId, id, token);
      const pci = idOf(account, granted);
      const bytes = Buffer.byteLength(JSON.stringify(granted)) + ROW;
      await quotas.take({ kind: 'permission', projectId, network, bytes });
      if (await store.add({ projectId, account }, { pci, domain, granted }, MOST_PERMISSIONS)) return pci;
      throw tooMany();
    },
    async revoke(projectId, id, { pci, signature, gateway }, gone) {
      const account = accountId(id);
      if (account === undefined || !(await store.has({ projectId, account: account.id }, pci))) {
        throw new HttpError(404, 'PERMISSION_NOT_FOUND', 'The account has no such permission');
      }
      const textFor = (origin?: string) => revokePermissionMessage(id, pci, origin);
      await requireSignature({ account, textFor, signature, gateway }, gone);
      const revokedAt = (await store.revoke({ projectId, account: account.id }, pci)) ?? new Date();
      return { pci, revokedAt: revokedAt.toISOString() };
    },
    async callBundler({ projectId, origin, network }, id, { context, ...call }, gone) {
      const account = accountId(id);
      const grant = readSessionContext(context);
      const owner = account && { projectId, account: account.id };
      const stored = owner && (await store.find(owner, context));
      const isOwnPage =
        origin !== undefined && URL.canParse(origin) && new URL(origin).host === stored?.domain;
      if (!account || !grant || !isOwnPage || origin === undefined) {
        throw new HttpError(404, 'PERMISSION_NOT_FOUND', 'The page has no such permission');
      }
      const caller = { projectId, origin, network, account: account.address, grant };
      return aa.callSession(account.chainId, call, caller, gone);
    },
  };

  async function requireSignature(signed: SignedRevocation, gone: AbortSignal) {
    const isGood = await verifyRevocation(verifySignature, signed, gone);
    if (!isGood) throw new HttpError(401, 'INVALID_SIGNATURE', 'The account did not sign this');
  }
}

/** The same permission always has the same id, so that storing it again adds nothing. */
function idOf(account: string, { method, context }: StorePermissionBody): string {
  return createHash('sha256').update(`${account}\n${method}\n${context}`).digest('hex').slice(0, 32);
}

function toWire({ pci, domain, granted, createdAt, revokedAt }: PermissionRow): StoredPermission {
  return {
    ...granted,
    pci,
    domain,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
