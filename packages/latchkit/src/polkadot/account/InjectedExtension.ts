/** An account of an extension (`window.injectedWeb3`). */
export interface InjectedAccount {
  readonly address: string;
  /** The chain that the account is only for. Default: all. */
  readonly genesisHash?: string | null;
  readonly type?: string;
}

/** The part of an enabled extension that is used. */
export interface InjectedExtension {
  readonly accounts: {
    get(): Promise<readonly InjectedAccount[]>;
    subscribe(listener: (accounts: readonly InjectedAccount[]) => unknown): unknown;
  };
  readonly signer: {
    readonly signRaw?: (request: {
      readonly address: string;
      readonly data: string;
      readonly type: 'bytes';
    }) => Promise<{ readonly signature: string }>;
    readonly signPayload?: (payload: never) => Promise<unknown>;
  };
}
