/** Public facts about one wallet. What is not certain is left out. */
export interface RegistryWallet {
  /** Our own id: never changes, never used again for another wallet. */
  readonly id: string;
  readonly name: string;
  readonly homepage: string;
  /** Reverse-DNS name that the wallet announces under EIP-6963. */
  readonly rdns?: string;
  /** An earlier domain of the same maker, for example `old.example`: whoever opens it is led to the home page's domain. */
  readonly formerDomain?: string;
  /** EVM chains: `any` when visitors can add networks of their own, else the chain ids. */
  readonly evm?: 'any' | readonly number[];
  readonly solana?: boolean;
  readonly bitcoin?: boolean;
  readonly polkadot?: boolean;
  /** Connects to pages by WalletConnect v2. Absent also where that is not known: a QR code must lead to the wallet. */
  readonly walletConnect?: boolean;
  /** Start of a link that opens the app on a phone. */
  readonly mobileLink?: string;
  /** Start of a link that opens the program on a computer. */
  readonly desktopLink?: string;
  /** Address of a wallet that is a web page. */
  readonly webappLink?: string;
  /** Extension id in the Chrome Web Store. */
  readonly chrome?: string;
  /** Number in Apple's App Store. */
  readonly appStore?: number;
  /** Package name in Google Play. */
  readonly playStore?: string;
}
