import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ServerType, serve } from '@hono/node-server';
import { evmCoinType, NAME_SUFFIX } from 'latchkit/protocol';
import {
  type Address,
  type BaseError,
  ContractFunctionRevertedError,
  concat,
  createPublicClient,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  namehash,
  pad,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { packetToBytes } from 'viem/ens';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  installEns,
  REGISTRY,
  UNIVERSAL_RESOLVER,
} from '../../../../../scripts/lib/installDevelopmentEns.mjs';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { chainRequest } from '../../../test/chain/minimalContracts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { ask, refusal } from '../../../test/signInClient.js';
import { NAMES_ORIGIN, nameAuthor, signNameOrder } from '../../../test/signNameOrder.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { deployNameResolver } from './deployNameResolver.js';

const ADA = privateKeyToAccount(generatePrivateKey());
const NAME = `adaresolved${NAME_SUFFIX}`;
const records = parseAbi(['function addr(bytes32 node) view returns (address)']);
const wildcard = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function resolveCallback(bytes answer, bytes question) view returns (bytes)',
  'function setSource(string url, address signer)',
  'function owner() view returns (address)',
  'error AnswerExpired()',
  'error SignatureInvalid()',
  'error NotOwner()',
  'error SignerInvalid()',
]);
const answer = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const;

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let gateway: Gateway;
let server: ServerType;
/** Changes the gateway's answers on their way. */
let forge: ((data: Hex) => Hex) | undefined;

beforeAll(async () => {
  [database, anvil] = await Promise.all([openTestDatabase(), startAnvil(31337)]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  gateway = await createGateway({
    database,
    developmentMode: true,
    publicUrl: url,
    upstreams: { 'eip155:31337': anvil.url },
    names: { suffix: NAME_SUFFIX, origin: NAMES_ORIGIN, key: () => new Uint8Array(32).fill(7) },
  });
  server = serve({
    overrideGlobalObjects: false,
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      const response = await gateway.app.fetch(request);
      if (forge === undefined || !request.url.endsWith('/ccip')) return response;
      return Response.json({ data: forge((await response.json()).data) });
    },
  });
  await installEns({ gateway: url, rpcUrl: anvil.url, deployNameResolver });
  const body = await signNameOrder(nameAuthor(ADA), {
    action: 'register',
    name: NAME,
    attributes: { url: 'https://ada.example' },
    timestamp: Math.floor(Date.now() / 1_000),
  });
  const { status } = await ask(gateway, '/v1/profile/account', { body });
  if (status !== 200) throw new Error(`The registration answered ${status}`);
});
afterAll(async () => {
  server.close();
  gateway.close();
  await Promise.all([database.close(), anvil.stop()]);
});

/** Plain viem, as any client of ENS. */
const client = () => createPublicClient({ transport: http(anvil.url) });
const ens = { universalResolverAddress: UNIVERSAL_RESOLVER } as const;

/** The resolver that ENS's registry has for the suffix. */
const resolverInEns = () => {
  const args = [namehash(NAME_SUFFIX.slice(1))] as const;
  const abi = parseAbi(['function resolver(bytes32 node) view returns (address)']);
  return client().readContract({ address: REGISTRY, abi, functionName: 'resolver', args });
};

/** A question about the name, the resolver that asks it, and the gateway's answer. */
async function exchange(): Promise<{ resolver: Address; question: Hex; answer: Hex }> {
  const resolver = await resolverInEns();
  const data = encodeFunctionData({ abi: records, functionName: 'addr', args: [namehash(NAME)] });
  const args = [toHex(packetToBytes(NAME)), data] as const;
  const question = encodeFunctionData({ abi: wildcard, functionName: 'resolve', args });
  const { json } = await ask(gateway, '/v1/profile/ccip', { body: { data: question, sender: resolver } });
  return { resolver, question, answer: json.data };
}

/** The result that the contract accepts, or the error with which it refuses the answer. */
async function finish(resolver: Address, question: Hex, given: Hex): Promise<string> {
  const args = [given, question] as const;
  const call = { address: resolver, abi: wildcard, functionName: 'resolveCallback', args } as const;
  return client()
    .readContract(call)
    .catch((error: BaseError) => {
      const refused = error.walk(cause => cause instanceof ContractFunctionRevertedError);
      return (refused as ContractFunctionRevertedError).data?.errorName ?? error.shortMessage;
    });
}

describe('NameResolver', () => {
  it('lets plain viem resolve a registered name and its text records [CALL-27]', async () => {
    expect(await client().getEnsAddress({ name: NAME, ...ens })).toBe(ADA.address);
    expect(await client().getEnsAddress({ name: NAME, coinType: BigInt(evmCoinType(8453)), ...ens })).toBe(
      ADA.address.toLowerCase(),
    );
    expect(await client().getEnsText({ name: NAME, key: 'url', ...ens })).toBe('https://ada.example');
    expect(await client().getEnsText({ name: NAME, key: 'email', ...ens })).toBeNull();
    expect(await client().getEnsAddress({ name: NAME, coinType: 501n, ...ens })).toBeNull();
    expect(await client().getEnsAddress({ name: `nobody${NAME_SUFFIX}`, ...ens })).toBeNull();
  });

  it('refuses an answer that another key signed, was changed, or is to another question', async () => {
    const { resolver, question, answer: good } = await exchange();
    expect(await finish(resolver, question, good)).toBe(pad(ADA.address).toLowerCase());
    const [result, expires, signature] = decodeAbiParameters(answer, good);
    const changed = (...parts: [Hex, bigint, Hex]) => encodeAbiParameters(answer, parts);
    const mine = pad(privateKeyToAccount(generatePrivateKey()).address);
    const forged = await privateKeyToAccount(generatePrivateKey()).sign({ hash: keccak256(mine) });
    for (const wrong of [
      changed(mine, expires, signature),
      changed(result, expires + 1n, signature),
      changed(mine, expires, forged),
      changed(result, expires, '0x'),
    ])
      expect(await finish(resolver, question, wrong)).toBe('SignatureInvalid');
    expect(await finish(resolver, concat([question, '0x00']), good)).toBe('SignatureInvalid');
    expect(await finish(UNIVERSAL_RESOLVER, question, good)).not.toBe(result);
  });

  it('gives a client of ENS nothing from a forged answer', async () => {
    forge = data => {
      const [, expires, signature] = decodeAbiParameters(answer, data);
      return encodeAbiParameters(answer, [pad('0x01'), expires, signature]);
    };
    onTestFinished(() => {
      forge = undefined;
    });
    expect(await client().getEnsAddress({ name: NAME, ...ens })).toBeNull();
    await expect(client().getEnsAddress({ name: NAME, strict: true, ...ens })).rejects.toThrow();
  });

  it('refuses an answer after five minutes', async () => {
    const { resolver, question, answer: good } = await exchange();
    await chainRequest(anvil.url, 'evm_increaseTime', [200]);
    await chainRequest(anvil.url, 'evm_mine');
    expect(await finish(resolver, question, good)).toBe(pad(ADA.address).toLowerCase());
    await chainRequest(anvil.url, 'evm_increaseTime', [150]);
    await chainRequest(anvil.url, 'evm_mine');
    expect(await finish(resolver, question, good)).toBe('AnswerExpired');
  });

  it('lets only its owner change the gateway and the signer', async () => {
    const resolver = await resolverInEns();
    const stranger = privateKeyToAccount(generatePrivateKey());
    const set = { address: resolver, abi: wildcard, functionName: 'setSource' } as const;
    const args = ['https://evil.example', stranger.address] as const;
    await expect(client().simulateContract({ ...set, args, account: stranger })).rejects.toThrow('NotOwner');
    const owner = await client().readContract({ address: resolver, abi: wildcard, functionName: 'owner' });
    await client().simulateContract({ ...set, args, account: owner });
    const noSigner = [args[0], zeroAddress] as const;
    await expect(client().simulateContract({ ...set, args: noSigner, account: owner })).rejects.toThrow(
      'SignerInvalid',
    );
  });

  it.each([
    ['NameResolver.sol', 'src/project/profile/nameResolverCode.ts'],
    ['development/ens.sol', 'contracts/development/ens.json'],
    ['development/oneInch.sol', 'contracts/development/oneInch.json'],
  ])('is compiled from %s as it is now', (source, compiled) => {
    const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const hash = createHash('sha256')
      .update(read(`contracts/${source}`))
      .digest('hex');
    expect(read(compiled)).toContain(hash);
  });

  // The compiler needs some ten seconds of processor time.
  it.runIf(process.env.LATCHKIT_FULL)(
    'is what the compiler makes of the sources',
    async () => {
      const script = fileURLToPath(new URL('../../../../../scripts/compileContracts.mjs', import.meta.url));
      await promisify(execFile)(process.execPath, [script, '--check']);
    },
    300_000,
  );
});

describe('POST /v1/profile/ccip', () => {
  it('answers no other call, and about no other names', async () => {
    const answerTo = (data: Hex) =>
      refusal(ask(gateway, '/v1/profile/ccip', { body: { data, sender: UNIVERSAL_RESOLVER } }));
    const about = (name: string, data: Hex) => {
      const args = [toHex(packetToBytes(name)), data] as const;
      return encodeFunctionData({ abi: wildcard, functionName: 'resolve', args });
    };
    const addr = (name: string) =>
      encodeFunctionData({ abi: records, functionName: 'addr', args: [namehash(name)] });
    expect(await answerTo('0x12345678')).toBe('400 CALL_NOT_SUPPORTED');
    expect(await answerTo(about(NAME, '0x12345678'))).toBe('400 CALL_NOT_SUPPORTED');
    expect(await answerTo(about(NAME, addr('other.eth')))).toBe('400 CALL_NOT_SUPPORTED');
    expect(await answerTo(about('other.eth', addr('other.eth')))).toBe('404 NAME_NOT_FOUND');
  });
});
