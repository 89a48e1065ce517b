/** What the page's query selects. Without parameters, the page shows everything that is built. */
export interface DemoParameters {
  /** Kinds of chains, `evm` and `solana`; an empty list: no adapters at all. Default both. */
  readonly adapters: readonly string[];
  /** Chain ids to offer; default all of the demo's. */
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
  readonly branding: boolean | undefined;
  readonly receive: boolean | undefined;
  readonly send: boolean | undefined;
  readonly activity: boolean | undefined;
  /** Sign-in with a wallet; default none. */
  readonly siwx: 'required' | 'optional' | undefined;
  /** Seconds that a sign-in lasts; default as the kit has it. */
  readonly session: number | undefined;
  readonly gateway: boolean;
  /** `projectId=none`: the host forgot its project id. */
  readonly project: boolean;
  /** Ids of listed wallets to show first. */
  readonly featured: readonly string[] | undefined;
  /** Names of wallets that the host adds to the list itself. */
  readonly custom: readonly string[];
  readonly accent: string | undefined;
  /** Names of the demo wallets; an empty list: none. */
  readonly wallets: readonly string[];
  /** Wallets on phones and other devices, over the gateway's relay. */
  readonly walletConnect: boolean;
  /** `auto`: the demo wallets approve without asking. */
  readonly prompt: 'auto' | 'dialog';
  /** Faults of the demo wallets, by name. */
  readonly faults: readonly string[];
  /** Milliseconds after which the demo wallets announce themselves; default at once. */
  readonly late: number;
  /** Kinds of hostile announcements to make as well. */
  readonly hostile: readonly string[];
}

/** Reads the parameters: `name=1` and `name=0` switch, lists are separated by commas, `none` is an empty list. */
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
    adapters: list('adapters') ?? ['evm', 'solana'],
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
    branding: flag('branding'),
    receive: flag('receive'),
    send: flag('send'),
    activity: flag('activity'),
    siwx: siwx === 'required' || siwx === 'optional' ? siwx : undefined,
    session: text('session') ? Number(text('session')) : undefined,
    gateway: text('gateway') !== 'none',
    project: text('projectId') !== 'none',
    featured: list('featured'),
    custom: list('custom') ?? [],
    accent: text('accent'),
    wallets: text('wallet') === 'none' ? [] : (list('wallets') ?? ['Demo Wallet']),
    walletConnect: flag('walletConnect') ?? true,
    prompt: text('prompt') === 'auto' ? 'auto' : 'dialog',
    faults: list('faults') ?? [],
    late: Number(text('late') ?? 0),
    hostile: list('hostile') ?? [],
  };
}
