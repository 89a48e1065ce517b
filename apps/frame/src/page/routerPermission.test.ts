import { openLiquidity } from '@latchkit/dev-bundler';
import {
  createPublicClient,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEVELOPMENT_PROJECT_ID } from '../../../../packages/gateway/src/project/projects/developmentProject.js';
import type { ProjectInput } from '../../../../packages/gateway/src/project/projects/store.js';
import {
  SMART_CHAIN,
  type SmartAccountSuite,
  smartAccountSuite,
} from '../../../../packages/gateway/test/wallet/smartAccountSuite.js';
import { PAGE, type WalletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { createLatchkit } from '../../../../packages/latchkit/src/core/createLatchkit.js';
import { createSessionSigner } from '../../../../packages/latchkit/src/evm/sessions/createSessionSigner.js';
import { anvilNetwork } from '../../../../packages/latchkit/src/testing/createAdapterHost.test-support.js';
import { endedCalls, newSmartUser } from './smartUser.test-support.js';
import type { Wallet } from './walletPart.test-support.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let suite: WalletSuite;
let chainUrl: string;
let close: SmartAccountSuite['close'];
let liquidity: Awaited<ReturnType<typeof openLiquidity>>;
beforeAll(async () => {
  ({ suite, chainUrl, close } = await smartAccountSuite());
  liquidity = await openLiquidity(chainUrl);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await close();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

const chain = () => createPublicClient({ chain: foundry, transport: http(chainUrl) });
const ask = (wallet: Wallet, method: string, params: unknown[]) =>
  wallet.call('RPC_REQUEST', { method, params, chainId: SMART_CHAIN, chainNamespace: 'eip155' });

interface Grant {
  readonly context: string;
}

/** The session signer of a page. */
function signerOf(
  address: Hex,
  { context }: Grant,
  key: ReturnType<typeof privateKeyToAccount>,
  origin: string = PAGE.origin,
) {
  const { port } = new URL(chainUrl);
  vi.stubGlobal('fetch', async (input: URL | string, init: RequestInit) => {
    const url = new URL(input);
    if (url.port === port) return real(input, init);
    return suite.gateway.app.request(url, { ...init, headers: { ...init.headers, Origin: origin } });
  });
  const network = anvilNetwork({ url: chainUrl, chainId: 31_337 });
  const kit = createLatchkit({
    networks: [network],
    gateway: 'https://gateway.example',
    projectId: DEVELOPMENT_PROJECT_ID,
  });
  return createSessionSigner(kit, { grant: { context, chainId: SMART_CHAIN, from: address }, key });
}
const real = globalThis.fetch;

const erc20 = parseAbi([
  'function approve(address, uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
]);
const router = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable returns (uint256)',
]);

/** A function of the router, as it is, and another name with the same selector: a loop finds one in half an hour. */
const FUNCTIONS = [
  'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
  'claimReward348701324(uint256)',
];

const SETTINGS = FUNCTIONS.flatMap(one => [false, true].map(isApproved => [one, isApproved] as const));

describe('a permission to call a registered function', () => {
  it.each(SETTINGS)(
    'moves no tokens of the user, whatever the project registers: %s, which the operator approved: %s',
    async (registered, isApproved) => {
      const { wallet, address } = await newSmartUser(suite);
      await createTestClient({ mode: 'anvil', chain: foundry, transport: http(chainUrl) }).setBalance({
        address,
        value: parseEther('1'),
      });
      const token = await liquidity.createToken('Euro', 'EUR');
      const { wrapped, router: contract } = liquidity.contracts;
      await liquidity.addPool(
        { token: wrapped, amount: parseEther('100') },
        { token, amount: parseEther('100000') },
        3000,
      );
      await liquidity.transfer(token, address, parseEther('5000'));
      // The user has swapped before, as everyone does: the router may take the token.
      const approval = encodeFunctionData({
        abi: erc20,
        functionName: 'approve',
        args: [contract, maxUint256],
      });
      const sent = (await ask(wallet, 'wallet_sendCalls', [{ calls: [{ to: token, data: approval }] }])) as {
        id: string;
      };
      expect((await endedCalls(wallet, sent.id)).status).toBe(200);
      // A hostile project registers the router's function under a name of its own.
      const project = await suite.gateway.projectService.get(DEVELOPMENT_PROJECT_ID);
      const one = { chainId: SMART_CHAIN, contract, function: registered };
      await suite.gateway.projects.save({
        ...project,
        smartAccounts: {
          ...project.smartAccounts,
          permissions: {
            enabled: true,
            functions: [{ ...one, name: 'Season rewards' }],
            approved: isApproved ? [one] : [],
          },
        },
      } as ProjectInput);
      const thief = privateKeyToAccount(generatePrivateKey());
      const asking = ask(wallet, 'wallet_grantPermissions', [
        {
          chainId: '0x7a69',
          expiry: Math.floor(Date.now() / 1_000) + 86_400,
          signer: { type: 'account', data: { address: thief.address } },
          permission: { type: 'contract-call', data: { address: contract, selector: '0x04e45aaf' } },
        },
      ]) as Promise<Grant[]>;
      if (!isApproved) {
        await expect(asking).rejects.toMatchObject({ code: 'PERMISSION_UNREGISTERED' });
        return;
      }
      // The token is on no list, so the grant does not know of the allowance. The name of the function is no fact.
      const [grant] = await asking;
      expect(wallet.visitor.reviewed.at(-1)?.facts).toContainEqual({
        label: 'fact.function',
        value: { plain: '0x04e45aaf' },
      });
      if (!grant) throw new Error('Nothing was granted');
      const data = encodeFunctionData({
        abi: router,
        functionName: 'exactInputSingle',
        args: [
          {
            ...{ tokenIn: token, tokenOut: wrapped, fee: 3000, recipient: thief.address },
            ...{ amountIn: parseEther('5000'), amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
          },
        ],
      });
      await expect(signerOf(address, grant, thief).sendCalls([{ to: contract, data }])).rejects.toMatchObject(
        {
          code: 'OPERATION_REFUSED',
        },
      );
      const balance = await chain().readContract({
        address: token,
        abi: erc20,
        functionName: 'balanceOf',
        args: [address],
      });
      expect(balance).toBe(parseEther('5000'));
    },
  );
});
