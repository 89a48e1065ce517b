import type { FramePageConfig, ListedToken, RegisteredFunctions } from 'latchkit/protocol';
import type { ServedImage } from '../../platform/http/answerImage.js';
import type { Payer } from '../../platform/http/fairBudget.js';
import type { ServerAnswer, ServerCall } from '../../platform/jsonrpc/ServerCall.js';
import type { OperationCaller } from '../../platform/OperationCaller.js';
import type { PermissionRecords } from '../../platform/PermissionRecords.js';

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

/** What an account holds of a native currency or a token. */
export interface Holding {
  readonly symbol: string;
  /** CAIP-10 id of the contract; absent for the native currency. */
  readonly address?: string;
  /** `numeric`: amount in whole tokens, as a decimal number. */
  readonly quantity: { readonly numeric: string };
  /** What a scaled token shows instead. */
  readonly shown?: { readonly amount: string };
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
   * @param payer - Whose budget the nodes' answers count against. Default: nobody's.
   * @returns the response's JSON text.
   * @throws RpcError
   */
  callChain(
    chainId: string,
    body: string,
    signal: AbortSignal,
    charge: (calls: number) => Promise<void>,
    payer?: Payer,
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
  /** The functions that the pages of a project may ask for the permission to call. */
  registeredFunctions(projectId: string): Promise<RegisteredFunctions>;
  /** The list of granted permissions. */
  readonly permissions: PermissionRecords;
  /** Calls a chain's bundler, or the sponsor's paymaster. @throws HttpError */
  callBundler(
    chainId: string,
    call: ServerCall,
    caller: OperationCaller,
    gone: AbortSignal,
  ): Promise<ServerAnswer>;
  /** Calls a paymaster that the host page named. @throws HttpError */
  callHostPaymaster(
    chainId: string,
    call: ServerCall & { readonly url: string },
    caller: OperationCaller,
    gone: AbortSignal,
  ): Promise<ServerAnswer>;
  /** Symbol of the coin of a served chain. */
  coinOf(chainId: string): string;
  /** Returns the known tokens of a chain, by its CAIP-2 id; none for a chain that isn't served. */
  tokensOf(chainId: string): readonly ListedToken[];
  /** @throws HttpError 404 `IMAGE_NOT_FOUND`. */
  tokenImage(id: string): ServedImage;
  /** Names of the development chains. The wallet page knows the names of the public networks. */
  readonly networks: FramePageConfig['networks'];
}
