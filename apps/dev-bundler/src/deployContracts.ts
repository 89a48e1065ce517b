import { SMART_ACCOUNT_V1 } from 'latchkit/protocol';
import { type Address, concatHex, encodeFunctionData, getCreate2Address, type Hex, parseEther } from 'viem';
import { BUNDLER, type DevelopmentChain, hasCode, SPONSOR } from './DevelopmentChain.js';
import { DEPLOYER, frozenContracts, paymasterInitCode, SAFE_DEPLOYER } from './frozenContracts.js';

const FUNDS = parseEther('1000');
/** Above what the largest contract needs. */
const DEPLOYMENT_GAS = 8_000_000n;
const SALT: Hex = `0x${'0'.repeat(64)}`;

const depositAbi = [
  { type: 'function', name: 'deposit', inputs: [], outputs: [], stateMutability: 'payable' },
] as const;

/** The paymaster's address, which is the same on every chain. */
export const PAYMASTER: Address = getCreate2Address({
  from: DEPLOYER,
  salt: SALT,
  bytecode: paymasterInitCode(SPONSOR.address),
});

/**
 * Deploys the contracts of smart accounts at their frozen addresses and a paymaster with funds, in as few
 * blocks as their gas allows. A chain that has them
 * stays as it is.
 *
 * @throws Error A contract would have another address.
 */
export async function deployContracts(chain: DevelopmentChain): Promise<void> {
  const { test, reader, wallet } = chain;
  if (await hasCode(chain, PAYMASTER)) return;
  const code = await reader.getCode({ address: DEPLOYER });
  if (code === undefined) throw new Error(`The chain has no CREATE2 deployer at ${DEPLOYER}: is it anvil?`);
  await test.setCode({ address: SAFE_DEPLOYER, bytecode: code });
  await test.setBalance({ address: BUNDLER.address, value: FUNDS });
  const transactions = deployments();
  await test.setAutomine(false);
  try {
    let nonce = await reader.getTransactionCount({ address: BUNDLER.address });
    for (const transaction of transactions) {
      await wallet.sendTransaction({ ...transaction, gas: DEPLOYMENT_GAS, nonce });
      nonce += 1;
    }
    while ((await reader.getTransactionCount({ address: BUNDLER.address })) < nonce)
      await test.mine({ blocks: 1 });
  } finally {
    await test.setAutomine(true);
  }
  for (const address of [...Object.values<Address>(SMART_ACCOUNT_V1), PAYMASTER]) {
    if (!(await hasCode(chain, address))) throw new Error(`There is no contract at ${address}.`);
  }
}

function deployments(): readonly { to: Address; data: Hex; value?: bigint }[] {
  const created = frozenContracts().map(({ address, deployer, salt, initCode }) => {
    const found = getCreate2Address({ from: deployer, salt, bytecode: initCode });
    if (found !== address) throw new Error(`A contract would be at ${found} instead of ${address}.`);
    return { to: deployer, data: concatHex([salt, initCode]) };
  });
  return [
    ...created,
    { to: DEPLOYER, data: concatHex([SALT, paymasterInitCode(SPONSOR.address)]) },
    {
      to: PAYMASTER,
      data: encodeFunctionData({ abi: depositAbi, functionName: 'deposit' }),
      value: FUNDS / 2n,
    },
  ];
}
