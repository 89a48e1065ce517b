/** Public facts about a wallet. Uncertain ones are omitted. */
export interface RegistryWallet {
  /** Latchkit's id of the wallet; it never changes and is never reused. */
  readonly id: string;
  readonly name: string;
  readonly homepage: string;
  /** Reverse-DNS name that the wallet announces under EIP-6963. */
  readonly rdns?: string;
  /** The day on which its maker ended it, such as `2026-04-01`. From then on it is not offered; an installed one still connects. */
  readonly ended?: string;
  /**
   * Where its links were read: a page, or a file of its maker's or of a library that opens it. `not verified: …` where none was
   * opened. docs/results/wallets.md says what is compared.
   */
  readonly source?: string;
  /** The day on which they were last compared with the source; without a verified one, the day of the entry. */
  readonly checked?: string;
  /** A former domain of the vendor, for example `old.example`, which redirects to the home page's domain. */
  readonly formerDomain?: string;
  // The flags of namespaces and of WalletConnect mean that it can be reached here, not what the wallet can do.
  /** EVM chains: `any` if users can add networks, else the chain ids. */
  readonly evm?: 'any' | readonly number[];
  readonly solana?: boolean;
  readonly bitcoin?: boolean;
  readonly polkadot?: boolean;
  /** Whether it connects by WalletConnect v2. Omitted if unknown, because a QR code must lead to the wallet. */
  readonly walletConnect?: boolean;
  /** The relay on which it listens to pairings: the WalletConnect network's, as wallets from the stores do. Omitted if unknown. */
  readonly relay?: 'network' | 'gateway' | 'both';
  /** Start of a link that opens the mobile app. */
  readonly mobileLink?: string;
  /** Start of a link that opens the desktop app. */
  readonly desktopLink?: string;
  /** URL of a wallet that is a web app. */
  readonly webappLink?: string;
  /** Extension id in the Chrome Web Store. */
  readonly chrome?: string;
  /** Number in Apple's App Store. */
  readonly appStore?: number;
  /** Package name in Google Play. */
  readonly playStore?: string;
}
