/** What the page's query selects. Without parameters, the page shows everything that is built. */
export interface DemoParameters {
  /** Namespaces: `evm`, `solana`, `bitcoin`, `polkadot`; an empty list means no adapters. Default: all four. */
  readonly adapters: readonly string[];
  /** Ids of the chains to offer. Default: all of the demo's chains. */
  readonly networks: readonly number[] | undefined;
  readonly theme: 'light' | 'dark' | 'auto';
  readonly locale: string | undefined;
  readonly reconnect: boolean;
  readonly debug: boolean;
  readonly basic: boolean;
  readonly legal: boolean;
  readonly embedded: boolean;
  readonly append: boolean;
  readonly email: boolean | undefined;
  readonly socials: readonly string[] | undefined;
  readonly multiWallet: boolean | undefined;
  readonly collapse: boolean | undefined;
  readonly swaps: boolean | undefined;
  readonly onramp: boolean | undefined;
  readonly pay: boolean;
  readonly branding: boolean | undefined;
  readonly receive: boolean | undefined;
  readonly send: boolean | undefined;
  readonly activity: boolean | undefined;
  readonly smartSessions: boolean | undefined;
  /** Sign-in with a wallet. Default: none. */
  readonly siwx: 'required' | 'optional' | undefined;
  /** Session lifetime in seconds. Default: the kit's. */
  readonly session: number | undefined;
  readonly gateway: boolean;
  /** False for `projectId=none`, which simulates a host without a project id. */
  readonly project: boolean;
  /** Ids of listed wallets to show first. */
  readonly featured: readonly string[] | undefined;
  /** Names of wallets that the host adds to the list. */
  readonly custom: readonly string[];
  readonly accent: string | undefined;
  /** Names of the demo wallets; an empty list means none. */
  readonly wallets: readonly string[];
  /** Wallets on phones and other devices, over the relays of the gateway and of the network. */
  readonly walletConnect: boolean;
  /** `gateway`: only over the gateway's relay. */
  readonly relays: 'gateway' | 'both';
  /** `auto`: the demo wallets approve without asking. */
  readonly prompt: 'auto' | 'dialog';
  /** Faults of the demo wallets, by name. */
  readonly faults: readonly string[];
  /** Delay in milliseconds before the demo wallets announce themselves. Default: none. */
  readonly late: number;
  /** Kinds of hostile announcements to add. */
  readonly hostile: readonly string[];
}

/** Reads the parameters: `name=1` and `name=0` are switches, lists are comma-separated, `none` is an empty list. */
export function readParameters(search: string): DemoParameters {
  const given = new URLSearchParams(search);
  const text = (name: string) => given.get(name) || undefined;
  const list = (name: string) => {
    const value = text(name);
    return value === 'none' || value === '0' ? [] : value?.split(',').map(part => part.trim());
  };
  const flag = (name: string) => (given.has(name) ? given.get(name) !== '0' : undefined);
  const theme = text('theme');
  const siwx = text('siwx');
  return {
    adapters: list('adapters') ?? ['evm', 'solana', 'bitcoin', 'polkadot'],
    networks: list('networks')?.map(Number),
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    locale: text('locale'),
    reconnect: flag('reconnect') ?? true,
    debug: flag('debug') ?? false,
    basic: flag('basic') ?? false,
    legal: flag('legal') ?? false,
    embedded: flag('embedded') ?? false,
    append: flag('append') ?? true,
    email: flag('email'),
    socials: list('socials'),
    multiWallet: flag('multiWallet'),
    collapse: flag('collapse'),
    swaps: flag('swaps'),
    onramp: flag('onramp'),
    pay: flag('pay') ?? true,
    branding: flag('branding'),
    receive: flag('receive'),
    send: flag('send'),
    activity: flag('activity'),
    smartSessions: flag('smartSessions'),
    siwx: siwx === 'required' || siwx === 'optional' ? siwx : undefined,
    session: text('session') ? Number(text('session')) : undefined,
    gateway: text('gateway') !== 'none',
    project: text('projectId') !== 'none',
    featured: list('featured'),
    custom: list('custom') ?? [],
    accent: text('accent'),
    wallets: text('wallet') === 'none' ? [] : (list('wallets') ?? ['Demo Wallet']),
    walletConnect: flag('walletConnect') ?? true,
    relays: text('relays') === 'gateway' ? 'gateway' : 'both',
    prompt: text('prompt') === 'auto' ? 'auto' : 'dialog',
    faults: list('faults') ?? [],
    late: Number(text('late') ?? 0),
    hostile: list('hostile') ?? [],
  };
}
