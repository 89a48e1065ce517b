/** A session's result, in a form common to all clients. */
export interface SettledSession {
  readonly topic: string;
  /** CAIP-10. */
  readonly accounts: readonly string[];
  /** Messages signed during a one-click sign-in. */
  readonly signatures: readonly string[];
}

export interface AskedSession {
  readonly chains: readonly string[];
  /** Request sign-in with the connection. */
  readonly signIn?: boolean;
}

/** A page, with any client implementation. */
export interface DappPeer {
  connect(asked: AskedSession): Promise<{ uri: string; settled: Promise<SettledSession> }>;
  request(topic: string, chainId: string, method: string, params: unknown): Promise<unknown>;
  ping(topic: string): Promise<void>;
  disconnect(topic: string): Promise<void>;
  /** Events received from the wallet, as `name:data`. */
  readonly heard: readonly string[];
  accounts(topic: string): readonly string[];
  /** Seconds since 1970; undefined if there is no such session. */
  expiry(topic: string): number | undefined;
  /** Moves its clock past the session's expiry. */
  expire(topic: string): void;
  close(): Promise<void>;
}

/** The wallet's keys and its decisions. */
export interface WalletKeys {
  /** CAIP-10 accounts on a chain. */
  accounts(chainId: string): readonly string[];
  /** @throws the error that the page receives. */
  answer(method: string, params: readonly unknown[], chainId: string): Promise<unknown>;
  /** Signs a text with the first EVM account. */
  sign(message: string): Promise<string>;
}

/** A wallet, with any client implementation. It approves what it supports and responds automatically. */
export interface WalletPeer {
  pair(uri: string): Promise<void>;
  /** From now on every request is refused. */
  refuse(): void;
  emit(topic: string, chainId: string, name: string, data: unknown): Promise<void>;
  update(topic: string, accounts: readonly string[]): Promise<void>;
  extend(topic: string): Promise<void>;
  ping(topic: string): Promise<void>;
  disconnect(topic: string): Promise<void>;
  expiry(topic: string): number | undefined;
  expire(topic: string): void;
  close(): Promise<void>;
}

/** What test wallets allow on each namespace. */
export const ALLOWED: Readonly<Record<string, { methods: string[]; events: string[] }>> = {
  eip155: {
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: { methods: ['solana_signMessage'], events: ['accountsChanged'] },
  bip122: {
    methods: ['signMessage', 'signPsbt', 'sendTransfer', 'getAccountAddresses'],
    events: ['bip122_addressesChanged'],
  },
  polkadot: { methods: ['polkadot_signMessage', 'polkadot_signTransaction'], events: [] },
};

/** Builds namespaces for accounts, in the form that every client accepts. */
export function namespacesOf(accounts: readonly string[]) {
  const namespaces: Record<
    string,
    { accounts: string[]; chains: string[]; methods: string[]; events: string[] }
  > = {};
  for (const account of accounts) {
    const [kind = '', reference = ''] = account.split(':');
    const { methods, events } = ALLOWED[kind] ?? { methods: [], events: [] };
    const before = namespaces[kind] ?? { accounts: [], chains: [], methods, events };
    const chains = [...new Set([...before.chains, `${kind}:${reference}`])];
    namespaces[kind] = { ...before, chains, accounts: [...before.accounts, account] };
  }
  return namespaces;
}

/** What test pages request. */
export function askedNamespaces(chains: readonly string[]) {
  const namespaces: Record<string, { chains: string[]; methods: string[]; events: string[] }> = {};
  for (const chain of chains) {
    const [kind = ''] = chain.split(':');
    const { methods, events } = ALLOWED[kind] ?? { methods: [], events: [] };
    namespaces[kind] = { methods, events, chains: [...(namespaces[kind]?.chains ?? []), chain] };
  }
  return namespaces;
}

export const METADATA = { name: 'Test', description: 'A test', url: 'https://test.example', icons: [] };
export const PROJECT_ID = '0'.repeat(32);
export const SIGN_IN = {
  domain: 'test.example',
  nonce: 'abcdefgh12345678',
  statement: 'Sign in to the test.',
  aud: 'https://test.example/login',
};
