import type { ChainId } from '../../protocol/caip.js';
import type { AccountReference } from './ChainAdapter.js';
import type { CaipNetwork } from './Network.js';

/** A permission to act for an account (ERC-7715), requested from its wallet. */
export interface PermissionRequest {
  /** The account that may act: one whose key the page or its server has. */
  readonly to: string;
  /** When the permission ends, in seconds since 1970. */
  readonly expiry: number;
  /** What is allowed. Wallets list the types that they know in their capability `permissions`. */
  readonly permission: PermissionTerms & {
    /** Whether the wallet may grant other values than these. Default: false. */
    readonly isAdjustmentAllowed?: boolean;
  };
  /** Limits in addition to those of the permission. Default: none. */
  readonly rules?: readonly PermissionTerms[];
}

/** A type, and its values as the wallet expects them; amounts are hex quantities. */
export interface PermissionTerms {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A permission as a wallet granted it, which may differ from the request. */
export interface PermissionGrant extends PermissionRequest {
  /** The wallet's name for the grant, needed to use and to revoke it. */
  readonly context: string;
  /** The method that granted it; another version of ERC-7715 revokes by another method. */
  readonly method: 'wallet_grantPermissions' | 'wallet_requestExecutionPermissions';
  /** CAIP-2. */
  readonly chainId: ChainId;
  /** The account that granted it. */
  readonly from: string;
  /** The ERC-7710 contract that redeems `context`, where there is one. */
  readonly delegationManager?: string;
  /** Accounts to deploy before the grant is used: ERC-4337 factories and their data. */
  readonly dependencies: readonly { readonly factory: string; readonly factoryData: string }[];
}

/** Permissions for a connected wallet to grant. */
export interface GrantRequest extends AccountReference {
  readonly network: CaipNetwork;
  readonly permissions: readonly PermissionRequest[];
}

/** A grant for a connected wallet to revoke. */
export interface RevokeRequest extends AccountReference {
  readonly grant: Pick<PermissionGrant, 'context' | 'method'>;
}
