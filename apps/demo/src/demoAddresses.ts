/** Where the services of this demo are. */
export interface DemoAddresses {
  readonly gateway: string;
  readonly wallet: string;
  readonly chainA: string;
  readonly chainB: string;
  readonly solana: string;
}

const DEFAULTS: DemoAddresses = {
  gateway: 'http://localhost:4000',
  wallet: 'http://localhost:4001',
  chainA: 'http://localhost:8545',
  chainB: 'http://localhost:8546',
  solana: 'http://localhost:8899',
};

/** The addresses that the server wrote into the page; the usual ones where it was served by something else. */
export function demoAddresses(): DemoAddresses {
  const written = document.querySelector<HTMLMetaElement>('meta[name="demo-addresses"]')?.content;
  return written ? { ...DEFAULTS, ...(JSON.parse(written) as Partial<DemoAddresses>) } : DEFAULTS;
}
