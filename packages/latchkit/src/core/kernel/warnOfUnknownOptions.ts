import type { CaipNetwork } from '../adapter/Network.js';
import type {
  CustomWallet,
  DappMetadata,
  Features,
  LatchkitOptions,
  ModalOptions,
  WalletListOptions,
} from '../LatchkitOptions.js';

/** Every name of an object's options; the compiler requires a new one here. */
type Names<Options> = Readonly<Record<keyof Required<Options>, true>>;

const OPTIONS: Names<LatchkitOptions> = {
  projectId: true,
  gateway: true,
  alternateGateway: true,
  networks: true,
  rpcUrls: true,
  defaultNetwork: true,
  adapters: true,
  metadata: true,
  features: true,
  basic: true,
  reconnect: true,
  themeMode: true,
  themeVariables: true,
  locale: true,
  wallets: true,
  storage: true,
  watchPendingTransactions: true,
  debug: true,
  modal: true,
  siwx: true,
  siweConfig: true,
  walletConnect: true,
  embeddedWallet: true,
};

const FEATURES: Names<Features> = {
  email: true,
  socials: true,
  swaps: true,
  onramp: true,
  activity: true,
  reownBranding: true,
  multiWallet: true,
  receive: true,
  send: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: true,
  smartSessions: true,
  collapseWallets: true,
  pay: true,
};

const MODAL: Names<ModalOptions> = {
  mode: true,
  append: true,
  preload: true,
  termsUrl: true,
  privacyUrl: true,
};

const METADATA: Names<DappMetadata> = { name: true, description: true, url: true, icons: true };

const WALLETS: Names<WalletListOptions> = {
  featured: true,
  include: true,
  exclude: true,
  custom: true,
  openPage: true,
  transform: true,
};

const CUSTOM: Names<CustomWallet> = {
  id: true,
  name: true,
  imageUrl: true,
  iconUrl: true,
  homepage: true,
  mobileLink: true,
  desktopLink: true,
  webappLink: true,
  relay: true,
};

/** Where other libraries take the icon of a network. A chain of viem may have any further names. */
const ICONS = ['icon', 'iconURL', 'imageUrl', 'logo', 'logoUrl', 'logoURI'];

/**
 * Logs one warning that names what `createLatchkit` was given and ignores: misspelt options, and names of other libraries. The compiler
 * reports most of them, but not in plain JavaScript, nor in a spread object.
 */
export function warnOfUnknownOptions(options: LatchkitOptions): void {
  const wallets = options.wallets || undefined;
  const found = [
    unknownIn('', options, OPTIONS),
    unknownIn('features.', options.features, FEATURES),
    unknownIn('modal.', options.modal, MODAL),
    unknownIn('metadata.', options.metadata, METADATA),
    unknownIn('wallets.', wallets, WALLETS),
    (wallets?.custom ?? []).flatMap((wallet, index) =>
      unknownIn(`wallets.custom[${index}].`, wallet, CUSTOM),
    ),
    Object.keys(options.themeVariables ?? {})
      .filter(name => !name.startsWith('--lk-'))
      .map(name => `'themeVariables.${name}' (names begin with --lk-, for example --lk-accent)`),
    options.networks.flatMap(iconsOf),
  ].flat();
  if (found.length > 0) console.warn(`[latchkit] createLatchkit ignores ${found.join(', ')}.`);
}

function unknownIn(
  place: string,
  given: object | undefined,
  known: Readonly<Record<string, true>>,
): string[] {
  const names = Object.keys(known);
  const hint = (name: string) => {
    const near = nearest(name, names);
    if (near) return ` (did you mean '${place}${near}'?)`;
    if (place !== '') return ` (there are ${names.join(', ')})`;
    const meant = elsewhere(name);
    return meant ? ` (did you mean '${meant}'?)` : '';
  };
  return Object.keys(given ?? {})
    .filter(name => !Object.hasOwn(known, name))
    .map(name => `'${place}${name}'${hint(name)}`);
}

/** The group of options that has a name which was given at the top. */
function elsewhere(name: string): string | undefined {
  const groups = { modal: MODAL, features: FEATURES, wallets: WALLETS };
  const group = Object.entries(groups).find(([, names]) => Object.hasOwn(names, name));
  return group && `${group[0]}.${name}`;
}

function iconsOf(network: object & Partial<Pick<CaipNetwork, 'name'>>): string[] {
  return ICONS.filter(name => name in network).map(
    name => `'${name}' of the network ${network.name} (its icon is iconUrl)`,
  );
}

/** The known name that needs at most two edits, or differs only in case. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const same = known.find(one => one.toLowerCase() === name.toLowerCase());
  if (same) return same;
  const [best] = known
    .map(one => ({ one, edits: editsBetween(one, name) }))
    .filter(({ one, edits }) => edits <= 2 && edits < one.length / 2)
    .sort((a, b) => a.edits - b.edits);
  return best?.one;
}

/** The number of letters to add, remove or replace (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + Number(one[i - 1] !== other[j - 1]);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
