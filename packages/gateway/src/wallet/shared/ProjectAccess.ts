import type { FramePageConfig, ListedToken, StoredPermission, StorePermissionBody } from 'latchkit/protocol';
import type { ServedImage } from '../../platform/http/answerImage.js';

/** A project, as the wallet service needs it. */
export interface WalletProject {
  readonly name: string;
  /** Patterns of the origins of its pages, in the format of `allowsOrigin`. Empty: any origin. */
  readonly allowedOrigins: readonly string[];
  /** Origins whose pages the wallet page trusts. */
  readonly trustedOrigins: readonly string[];
  /** Whether a page of this origin may use the project. */
  allowsPage(origin: string): boolean;
}

/** The user whose user operations a bundler gets. */
export interface BundlerCaller {
  readonly projectId: string;
  readonly userId: string;
  /** Origin of the host page. */
  readonly origin: string;
  /** Address of the owner key of the user's smart account. */
  readonly owner: string;
}

interface ServerCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a bundler or paymaster returned. */
type ServerAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** What an account holds of a native currency or a token. */
export interface Holding {
  readonly symbol: string;
  /** CAIP-10 id of the contract; absent for the native currency. */
  readonly address?: string;
  /** `numeric`: amount in whole tokens, as a decimal number. */
  readonly quantity: { readonly numeric: string };
}

/** What the wallet service needs of the services for projects, which it doesn't import. */
export interface ProjectAccess {
  /** @throws HttpError 404 `PROJECT_NOT_FOUND`; 503 `DATABASE_UNAVAILABLE`. */
  findProject(id: string): Promise<WalletProject>;
  /**
   * Passes a JSON-RPC request to a chain.
   *
   * @param chainId - CAIP-2 id.
   * @param body - The request as received.
   * @param charge - Receives the number of calls before any is made; a rejection refuses the request.
   * @returns the response's JSON text.
   * @throws RpcError
   */
  callChain(
    chainId: string,
    body: string,
    signal: AbortSignal,
    charge: (calls: number) => Promise<void>,
  ): Promise<string>;
  /** CAIP-2 ids of the chains that are served. */
  readonly chainIds: readonly string[];
  /** Name of a served chain. */
  networkName(chainId: string): string;
  /** Reads what an account holds on a chain now. @throws HttpError 503 `BALANCE_UNAVAILABLE`. */
  holdingsOf(chainId: string, address: string, gone: AbortSignal): Promise<readonly Holding[]>;
  /** The name that is registered for an address. */
  nameOf(address: string): Promise<string | undefined>;
  /** CAIP-2 ids of the chains where smart accounts work. */
  smartAccountChains(gone: AbortSignal): Promise<readonly string[]>;
  /** Those of them where the pages of a project may ask for permissions. */
  permissionChains(projectId: string, gone: AbortSignal): Promise<readonly string[]>;
  /** The list of granted permissions; accounts are CAIP-10 ids. */
  readonly permissions: {
    /** Stores a permission, once. @throws HttpError 409 `TOO_MANY_PERMISSIONS`. */
    record(
      projectId: string,
      account: string,
      page: { readonly origin: string; readonly granted: StorePermissionBody },
    ): Promise<void>;
    /** Those of an account in all projects, newest first. */
    list(account: string): Promise<readonly StoredPermission[]>;
    /** Marks a permission as revoked in all projects. */
    end(account: string, context: string): Promise<void>;
  };
  /** Calls a chain's bundler, or the sponsor's paymaster. @throws HttpError */
  callBundler(
    chainId: string,
    call: ServerCall,
    caller: BundlerCaller,
    gone: AbortSignal,
  ): Promise<ServerAnswer>;
  /** Calls a paymaster that the host page named. @throws HttpError */
  callHostPaymaster(
    chainId: string,
    call: ServerCall & { readonly url: string },
    caller: BundlerCaller,
    gone: AbortSignal,
  ): Promise<ServerAnswer>;
  /** Returns the known tokens of a chain, by its CAIP-2 id; none for a chain that isn't served. */
  tokensOf(chainId: string): readonly ListedToken[];
  /** @throws HttpError 404 `IMAGE_NOT_FOUND`. */
  tokenImage(id: string): ServedImage;
  /** Names of the development chains. The wallet page knows the names of the public networks. */
  readonly networks: FramePageConfig['networks'];
}
