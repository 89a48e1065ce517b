import type { Address, Chain } from 'viem';

/** A connector inside a configuration. */
export type WagmiConnector = ReturnType<CreateWagmiConnector> & {
  readonly emitter: WagmiEmitter;
  readonly uid: string;
};

/** Creates a connector, like wagmi's own `injected()`. */
export type CreateWagmiConnector<Provider = unknown, Properties = object> = (config: {
  readonly chains: readonly [Chain, ...Chain[]];
  readonly emitter: Pick<WagmiEmitter, 'uid' | 'emit'>;
}) => WagmiConnectorMethods<Provider> & Properties;

// A type alias, because wagmi requires an index signature of connectors and interfaces have none.
type WagmiConnectorMethods<Provider> = {
  readonly icon?: string | undefined;
  readonly id: string;
  readonly name: string;
  readonly rdns?: string | readonly string[] | undefined;
  readonly type: string;
  connect<WithCapabilities extends boolean = false>(parameters?: {
    chainId?: number | undefined;
    isReconnecting?: boolean | undefined;
    withCapabilities?: WithCapabilities | boolean | undefined;
  }): Promise<{
    accounts: WithCapabilities extends true
      ? readonly { address: Address; capabilities: Record<string, unknown> }[]
      : readonly Address[];
    chainId: number;
  }>;
  disconnect(): Promise<void>;
  getAccounts(): Promise<readonly Address[]>;
  getChainId(): Promise<number>;
  getProvider(parameters?: { chainId?: number | undefined }): Promise<Provider>;
  isAuthorized(): Promise<boolean>;
  switchChain?(parameters: {
    addEthereumChainParameter?: object | undefined;
    chainId: number;
  }): Promise<Chain>;
  onAccountsChanged(accounts: string[]): void;
  onChainChanged(chainId: string): void;
  onDisconnect(error?: Error): void;
};

export interface WagmiEmitter {
  readonly uid: string;
  on(event: WagmiEventName, listener: (data: never) => void): void;
  off(event: WagmiEventName, listener: (data: never) => void): void;
  emit(event: WagmiEventName, data?: object): void;
}

type WagmiEventName = 'change' | 'connect' | 'disconnect' | 'message';

export interface WagmiChange {
  readonly accounts?: readonly Address[] | undefined;
  readonly chainId?: number | undefined;
}

export interface WagmiConnected {
  readonly accounts: readonly Address[];
  readonly chainId: number;
}

/** The connector that emits an event. */
export interface WagmiSender {
  readonly uid: string;
}
