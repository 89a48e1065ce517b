import { type Address, parseEther } from 'viem';
import { hasCode } from './DevelopmentChain.js';
import { openLiquidity, type Reserve } from './openLiquidity.js';

/** The tokens of the development pools, in the order of their deployment. Their addresses are in the gateway's data. */
const TOKENS = [
  { name: 'Development euro', symbol: 'DEUR' },
  { name: 'Development gold', symbol: 'DGLD' },
  { name: 'Development pound', symbol: 'DGBP' },
] as const;

/** An address that only this deployment uses, to tell whether it is complete. */
const MARK = '0x0000000000000000000000000000000000dEC0de';

/**
 * Deploys tokens and pools, so that swaps work on an anvil chain. A chain that has them stays as it is.
 *
 * @param url - JSON-RPC of the chain.
 */
export async function deployPools(url: string): Promise<void> {
  const liquidity = await openLiquidity(url);
  const { chain, contracts } = liquidity;
  if (await hasCode(chain, MARK)) return;
  const created: Address[] = [];
  for (const { name, symbol } of TOKENS) created.push(await liquidity.createToken(name, symbol));
  const [euro, gold, pound] = created;
  if (!euro || !gold || !pound) throw new Error('A token is missing.');
  const of = (token: Reserve['token'], amount: string): Reserve => ({ token, amount: parseEther(amount) });
  const ether = (amount: string) => of(contracts.wrapped, amount);
  await liquidity.addPair(ether('400'), of(euro, '1000000'));
  await liquidity.addPool(ether('2000'), of(euro, '5000000'), 500);
  await liquidity.addPool(of(euro, '300000'), of(gold, '3000'), 3000);
  await liquidity.addPair(of(euro, '800000'), of(pound, '680000'));
  await liquidity.addPool(ether('50'), of(gold, '1250'), 10_000);
  await chain.test.setCode({ address: MARK, bytecode: '0xfe' });
}
