import { inRoot } from './paths.mjs';

/** Anvil's standard accounts whose keys the demo wallets hold. */
const HOLDERS = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
];

/** What each holds: 2,500 Demo Dollars of 6 decimals. */
const AMOUNT = 2_500_000_000n;

/** Puts the demo token onto the EVM development chains, so that there is a token to send. The library is built by now. */
export async function installDemoTokens(services) {
  const { installDemoToken } = await import(inRoot('packages/latchkit/dist/testing/index.js'));
  const chains = services.filter(({ variable }) => /^LATCHKIT_CHAIN_[AB]_PORT$/.test(variable));
  for (const { port } of chains) {
    const holders = Object.fromEntries(HOLDERS.map(holder => [holder, AMOUNT]));
    await installDemoToken(`http://localhost:${port}`, holders);
  }
}
