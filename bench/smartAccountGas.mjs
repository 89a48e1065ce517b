// node bench/smartAccountGas.mjs: measures the gas of what a smart account does, next to the same from an EOA and from the Safe account
// of permissionless 0.4.1. Needs a build. The figures do not depend on the machine.
//   --record      writes docs/results/smartAccountGas.md
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { startDevelopmentBundler } from '@latchkit/dev-bundler';
import {
  encodeAccountCalls,
  SMART_ACCOUNT_V1,
  smartAccountAddress,
  smartAccountFactoryData,
} from 'latchkit/protocol';
import { toSafeSmartAccount } from 'permissionless/accounts';
import { createPublicClient, createTestClient, createWalletClient, http, parseEther, toHex } from 'viem';
import { createBundlerClient, createPaymasterClient, entryPoint07Address } from 'viem/account-abstraction';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { findAnvil } from '../scripts/lib/findAnvil.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePort } from '../scripts/lib/ports.mjs';

const port = await freePort();
const anvil = spawn(findAnvil(), ['--port', String(port), '--silent'], { stdio: 'ignore' });
const transport = http(`http://127.0.0.1:${port}`, { retryCount: 20, retryDelay: 100 });
const reader = createPublicClient({ chain: foundry, transport, pollingInterval: 20 });
const test = createTestClient({ mode: 'anvil', chain: foundry, transport });

/** A payment to an address that has ether already, so that each costs the same. */
const PAYEE = '0x00000000000000000000000000000000000beef1';
const payment = { to: PAYEE, value: 1n, data: '0x' };
/** The calls of each shape. */
const SHAPES = { 'one payment': 1, 'three payments': 3, 'ten payments': 10 };
/** The wallet page adds a fifth to the bundler's estimate. */
const withMargin = estimate => toHex((BigInt(estimate) * 6n) / 5n);

let stop = async () => {};
/** JSON-RPC of the bundler and the paymaster. */
let url = '';

async function call(method, ...params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const { result, error } = await (await fetch(url, { method: 'POST', body })).json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** A new owner with its account in permissionless, with ether. */
async function newAccount() {
  const owner = privateKeyToAccount(generatePrivateKey());
  const entryPoint = { address: entryPoint07Address, version: '0.7' };
  const options = { client: reader, owners: [owner], version: '1.4.1', entryPoint };
  const account = await toSafeSmartAccount({ ...options, useMultiSendForSetup: true });
  if (account.address !== smartAccountAddress(owner.address)) throw new Error('The addresses differ');
  await test.setBalance({ address: account.address, value: parseEther('10') });
  return { owner, account };
}

/** Sends calls of an account as the wallet page does. Returns the gas that is paid for. */
async function sendOurs({ owner, account }, calls, isSponsored) {
  const { address: sender } = account;
  const isFirst = (await reader.getCode({ address: sender })) === undefined;
  const operation = {
    sender,
    nonce: toHex(await account.getNonce({ key: 0n })),
    ...(isFirst && {
      factory: SMART_ACCOUNT_V1.factory,
      factoryData: smartAccountFactoryData(owner.address),
    }),
    callData: encodeAccountCalls(calls),
    maxFeePerGas: toHex(3_000_000_000),
    maxPriorityFeePerGas: toHex(1_000_000_000),
    signature: await account.getStubSignature(),
  };
  const { entryPoint } = SMART_ACCOUNT_V1;
  const ask = async (method, of) => {
    const { isFinal, sponsor, ...data } = await call(method, of, entryPoint, toHex(foundry.id), {});
    return data;
  };
  if (isSponsored) Object.assign(operation, await ask('pm_getPaymasterStubData', operation));
  const limits = await call('eth_estimateUserOperationGas', operation, entryPoint);
  for (const name of ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'])
    operation[name] = withMargin(limits[name]);
  if (isSponsored) Object.assign(operation, await ask('pm_getPaymasterData', operation));
  const numbers = Object.entries(operation).map(([name, field]) => [
    name,
    /^nonce$|Gas|Limit$/.test(name) ? BigInt(field) : field,
  ]);
  // Without the field, permissionless takes it for an operation of EntryPoint 0.6.
  const signed = { factory: undefined, ...Object.fromEntries(numbers) };
  operation.signature = await account.signUserOperation(signed);
  return gasOf(await call('eth_sendUserOperation', operation, entryPoint));
}

async function sendTheirs({ account }, calls, isSponsored) {
  const bundler = http(url);
  const client = createBundlerClient({
    ...{ account, client: reader, chain: foundry, transport: bundler },
    ...(isSponsored && { paymaster: createPaymasterClient({ transport: bundler }) }),
  });
  return gasOf(await client.sendUserOperation({ calls }));
}

async function gasOf(hash) {
  for (;;) {
    const receipt = await call('eth_getUserOperationReceipt', hash);
    if (receipt && !receipt.success) throw new Error('The calls failed');
    if (receipt) return Number(receipt.actualGasUsed);
  }
}

async function sendPlain(count) {
  const account = privateKeyToAccount(generatePrivateKey());
  await test.setBalance({ address: account.address, value: parseEther('10') });
  const wallet = createWalletClient({ account, chain: foundry, transport });
  let gas = 0;
  for (let at = 0; at < count; at += 1) {
    const hash = await wallet.sendTransaction(payment);
    gas += Number((await reader.waitForTransactionReceipt({ hash })).gasUsed);
  }
  return gas;
}

const rows = [];
try {
  await reader.getChainId();
  await test.setBalance({ address: PAYEE, value: 1n });
  const bundler = await startDevelopmentBundler({ chains: [`http://127.0.0.1:${port}`] });
  stop = bundler.close;
  url = bundler.url(foundry.id);
  for (const isFirst of [true, false]) {
    for (const [name, count] of Object.entries(SHAPES)) {
      const calls = Array.from({ length: count }, () => payment);
      const row = [isFirst ? `${name}, the first of the account` : name];
      row.push(await sendPlain(count));
      for (const send of [sendOurs, sendTheirs]) {
        for (const isSponsored of [false, true]) {
          const account = await newAccount();
          if (!isFirst) await send(account, [payment], isSponsored);
          row.push(await send(account, calls, isSponsored));
        }
      }
      rows.push(row);
    }
  }
} finally {
  await stop();
  if (anvil.kill('SIGKILL')) await once(anvil, 'exit');
}

const number = value => (typeof value === 'number' ? value.toLocaleString('en') : value);
const report = [
  '# Gas of the smart account',
  '',
  `\`node bench/smartAccountGas.mjs --record\` on ${new Date().toISOString().slice(0, 10)}, on anvil with the development bundler and paymaster. Gas that is paid for (\`actualGasUsed\`): with what the bundler adds, and the share of unused limits that EntryPoint 0.7 charges.`,
  'Payments of one wei to an address that has ether. An EOA sends one transaction for each. permissionless is its Safe account with its defaults: a new nonce key for each operation, which costs a storage slot, and the limits that the bundler estimates, to which the wallet page adds a fifth.',
  '',
  '| what | EOA | Latchkit | Latchkit, sponsored | permissionless | permissionless, sponsored |',
  '|---|---|---|---|---|---|',
  ...rows.map(row => `| ${row.map(number).join(' | ')} |`),
  '',
].join('\n');
process.stdout.write(report);
if (process.argv.includes('--record')) writeFileSync(inRoot('docs/results/smartAccountGas.md'), report);
