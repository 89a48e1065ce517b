import { inRoot } from './paths.mjs';

/** The anvil default accounts whose keys the demo wallets hold. */
const HOLDERS = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
];

/** Balance of each: 2,500 Demo Dollars with 6 decimals. */
const AMOUNT = 2_500_000_000n;

/** The token that the development exchange sells; the exchange gives itself what it needs. */
const DOLLAR = {
  name: 'Development dollar',
  symbol: 'USDC',
  address: '0xD011A70000000000000000000000000000000001',
};

/** Deploys the demo tokens to the EVM development chains. Requires a build, because it imports the built library. */
export async function installDemoTokens(services) {
  const { installDemoToken } = await import(inRoot('packages/latchkit/dist/testing/index.js'));
  const chains = services.filter(({ variable }) => /^LATCHKIT_CHAIN_[AB]_PORT$/.test(variable));
  for (const { port } of chains) {
    const holders = Object.fromEntries(HOLDERS.map(holder => [holder, AMOUNT]));
    await installDemoToken(`http://localhost:${port}`, holders);
    await installDemoToken(`http://localhost:${port}`, {}, DOLLAR);
  }
}
