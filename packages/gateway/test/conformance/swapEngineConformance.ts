import type { Liquidity } from '@latchkit/dev-bundler';
import type { ChainId } from 'latchkit/protocol';
import { createWalletClient, type Hex, http, parseAbi, parseEther, parseSignature } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import type { SwapAsset, SwapEngine } from '../../src/project/convert/SwapEngine.js';

const CHAIN: ChainId = 'eip155:31337';
const never = new AbortController().signal;
/** Above what a swap needs: in a later second, a pool stores one more value than it was estimated with. */
const GAS = 2_000_000n;
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const erc20 = parseAbi([
  'function approve(address, uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)',
]);
const permitType = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const;

/** A chain with the development pools, and an engine that swaps on it. */
export interface SwapWorld {
  readonly engine: SwapEngine;
  readonly liquidity: Liquidity;
  /** JSON-RPC of the chain. */
  readonly url: string;
  /** A token that has a pool with the native currency, and one that has none. */
  readonly token: Hex;
  readonly lonely: Hex;
  /** A token with permits (EIP-2612) that has a pool with `token`, and of which the account has some. */
  readonly permitted: Hex;
}

/** What every engine of swaps does. */
export function swapEngineConformance(open: () => SwapWorld): void {
  const request = (from: SwapAsset, to: SwapAsset, amount: string) => ({
    chainId: CHAIN,
    from,
    to,
    amount: parseEther(amount),
    gasPrice: 0n,
  });

  async function balanceOf(asset: SwapAsset): Promise<bigint> {
    const { reader } = open().liquidity.chain;
    if (asset === 'native') return reader.getBalance({ address: account.address });
    const token = { address: asset, abi: erc20, args: [account.address] } as const;
    return reader.readContract({ ...token, functionName: 'balanceOf' });
  }

  /** Swaps, and returns what was quoted and what the account received. */
  async function swap(from: SwapAsset, to: SwapAsset, amount: string) {
    const { engine, liquidity, url } = open();
    const { chain, reader } = liquidity.chain;
    const wallet = createWalletClient({ account, chain, transport: http(url) });
    const asked = request(from, to, amount);
    const [quote] = await engine.quote(asked, never);
    if (!quote) throw new Error('There is no route.');
    if (from !== 'native') {
      const args = [await engine.spender(CHAIN, never), asked.amount] as const;
      const approve = { address: from, abi: erc20, functionName: 'approve', args } as const;
      await reader.waitForTransactionReceipt({ hash: await wallet.writeContract(approve) });
    }
    const { timestamp } = await reader.getBlock();
    const minimumOut = (quote.amountOut * 99n) / 100n;
    const terms = {
      account: account.address,
      minimumOut,
      slippage: 100n,
      deadline: Number(timestamp) + 1_200,
    };
    const transaction = await engine.build(quote, terms, never);
    const before = await balanceOf(to);
    const hash = await wallet.sendTransaction({ ...transaction, gas: GAS });
    const receipt = await reader.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe('success');
    const gas = to === 'native' ? receipt.gasUsed * receipt.effectiveGasPrice : 0n;
    return { quote, received: (await balanceOf(to)) - before + gas };
  }

  it('serves the chain', () => {
    expect(open().engine.chains()).toContain(CHAIN);
  });

  it('pays what it quotes, from and to the native currency', async () => {
    const { token } = open();
    const bought = await swap('native', token, '1');
    expect(bought.received).toBe(bought.quote.amountOut);
    expect(bought.quote.gas).toBeGreaterThan(0n);
    const sold = await swap(token, 'native', '100');
    expect(sold.received).toBe(sold.quote.amountOut);
  });

  it('says how much a large swap loses', async () => {
    const { engine, token } = open();
    const [small] = await engine.quote(request('native', token, '0.01'), never);
    const [large] = await engine.quote(request('native', token, '400'), never);
    expect(small?.priceImpactPct).toBeLessThan(0.5);
    expect(large?.priceImpactPct).toBeGreaterThan(5);
    expect(large?.priceImpactPct).toBeLessThanOrEqual(100);
  });

  it('finds nothing for tokens without a pool, for one token, and for no amount', async () => {
    const { engine, token, lonely } = open();
    expect(await engine.quote(request('native', lonely, '1'), never)).toEqual([]);
    expect(await engine.quote(request(token, token, '1'), never)).toEqual([]);
    expect(await engine.quote(request('native', token, '0'), never)).toEqual([]);
  });

  it('swaps with a permit in place of an approval, also if someone has used the permit before, or takes none', async () => {
    const { engine, liquidity, url, token, permitted } = open();
    expect(await engine.permit?.(CHAIN, token, account.address, never)).toBeUndefined();
    const form = await engine.permit?.(CHAIN, permitted, account.address, never);
    expect(form !== undefined).toBe(engine.permit !== undefined);
    if (!form) return;
    const { chain, reader } = liquidity.chain;
    const wallet = createWalletClient({ account, chain, transport: http(url) });
    const asked = request(permitted, token, '10');
    const spender = await engine.spender(CHAIN, never);
    const { timestamp } = await reader.getBlock();
    const deadline = Number(timestamp) + 1_200;
    const values = { owner: account.address, spender, value: asked.amount, deadline: BigInt(deadline) };
    const signature = await account.signTypedData({
      domain: { name: form.name, version: form.version, chainId: 31_337, verifyingContract: permitted },
      types: { Permit: permitType },
      primaryType: 'Permit',
      message: { ...values, nonce: form.nonce },
    });
    const [quote] = await engine.quote(asked, never);
    if (!quote) throw new Error('There is no route.');
    const permit = { deadline, signature };
    const terms = { account: account.address, minimumOut: quote.amountOut, slippage: 0n, deadline, permit };
    const transaction = await engine.build(quote, terms, never);
    // Anyone may use a signature that they see.
    const { r, s, v } = parseSignature(signature);
    const args = [account.address, spender, asked.amount, BigInt(deadline), Number(v), r, s] as const;
    const used = await wallet.writeContract({
      address: permitted,
      abi: erc20,
      functionName: 'permit',
      args,
    });
    await reader.waitForTransactionReceipt({ hash: used });
    const before = await balanceOf(token);
    await reader.waitForTransactionReceipt({
      hash: await wallet.sendTransaction({ ...transaction, gas: GAS }),
    });
    expect((await balanceOf(token)) - before).toBe(quote.amountOut);
  });

  it('builds no swap that may pay less than the minimum', async () => {
    const { engine, liquidity, token } = open();
    const [quote] = await engine.quote(request('native', token, '1'), never);
    if (!quote) throw new Error('There is no route.');
    const minimumOut = quote.amountOut * 2n;
    const terms = { account: account.address, minimumOut, slippage: 100n, deadline: 2 ** 32 };
    const attempt = async () => {
      const { to, data, value } = await engine.build(quote, terms, never);
      await liquidity.chain.reader.call({ account: account.address, to, data, value });
    };
    await expect(attempt()).rejects.toThrow();
  });
}
