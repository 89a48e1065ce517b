/** The addresses of this demo's services. */
export interface DemoAddresses {
  readonly gateway: string;
  readonly wallet: string;
  readonly chainA: string;
  readonly chainB: string;
  readonly solana: string;
  readonly bitcoin: string;
  /** The relay that stands in for the WalletConnect network's. */
  readonly network: string;
}

const DEFAULTS: DemoAddresses = {
  gateway: 'http://localhost:4000',
  wallet: 'http://localhost:4001',
  chainA: 'http://localhost:8545',
  chainB: 'http://localhost:8546',
  solana: 'http://localhost:8899',
  bitcoin: 'http://localhost:3002',
  network: 'ws://localhost:4007',
};

/** Reads the addresses that the server inserted into the page; falls back to the defaults. */
export function demoAddresses(): DemoAddresses {
  const written = document.querySelector<HTMLMetaElement>('meta[name="demo-addresses"]')?.content;
  return written ? { ...DEFAULTS, ...(JSON.parse(written) as Partial<DemoAddresses>) } : DEFAULTS;
}
