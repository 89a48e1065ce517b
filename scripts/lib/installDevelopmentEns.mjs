import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inRoot } from './paths.mjs';

/** ENS's registry has the address that it has on Ethereum. */
export const REGISTRY = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';

/** The universal resolver, which clients call. */
export const UNIVERSAL_RESOLVER = '0x454E530000000000000000000000000000000001';

const readContract = name =>
  JSON.parse(readFileSync(inRoot(`packages/gateway/contracts/development/${name}.json`), 'utf8'));

/** Deploys ENS to chain A, and the resolver of the gateway's names. Requires a build, because it imports the built gateway. */
export async function installDevelopmentEns(services) {
  const urlOf = name => `http://localhost:${services.find(({ variable }) => variable === name)?.port}`;
  const { deployNameResolver } = await import(
    inRoot('packages/gateway/dist/project/profile/deployNameResolver.js')
  );
  const gateway = urlOf('LATCHKIT_GATEWAY_PORT');
  await installEns({ gateway, rpcUrl: urlOf('LATCHKIT_CHAIN_A_PORT'), deployNameResolver });
}

/** Deploys ENS to a development chain, and the resolver of a gateway's names if it has names. */
export async function installEns({ gateway, rpcUrl, deployNameResolver }) {
  const response = await fetch(`${gateway}/v1/profile/resolver`);
  if (response.status === 403) return;
  if (!response.ok) throw new Error(`The gateway answered ${response.status} about its names`);
  const { suffix, signer, url } = await response.json();
  // The gateway's own viem: the scripts have no dependencies at run time.
  const require = createRequire(inRoot('packages/gateway/package.json'));
  const viem = require('viem');
  const { generatePrivateKey, privateKeyToAccount } = require('viem/accounts');
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  const transport = viem.http(rpcUrl);
  const chain = viem.createTestClient({ mode: 'anvil', transport });
  const storeAddress = (contract, slot, address) =>
    chain.setStorageAt({ address: contract, index: slot, value: viem.pad(address) });
  await chain.setBalance({ address: account.address, value: viem.parseEther('1') });
  await chain.setCode({ address: REGISTRY, bytecode: readContract('ensRegistry').code });
  await chain.setCode({ address: UNIVERSAL_RESOLVER, bytecode: readContract('ens').UniversalResolver });
  await storeAddress(UNIVERSAL_RESOLVER, viem.pad('0x0'), REGISTRY);
  // The owner of the root: `records[0].owner`, whose mapping is in slot 0.
  const root = viem.pad('0x0', { size: 32 });
  await storeAddress(REGISTRY, viem.keccak256(viem.concat([root, root])), account.address);
  const resolver = await deployNameResolver({ rpcUrl, key, url, signer });

  const client = viem.createPublicClient({ transport, pollingInterval: 50 });
  const wallet = viem.createWalletClient({ account, transport });
  const abi = viem.parseAbi([
    'function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)',
  ]);
  const labels = suffix.slice(1).split('.');
  for (let at = labels.length - 1; at >= 0; at -= 1) {
    const parent = labels.slice(at + 1).join('.');
    const ownResolver = at === 0 ? resolver : viem.zeroAddress;
    const args = [viem.namehash(parent), viem.labelhash(labels[at]), account.address, ownResolver, 0n];
    const hash = await wallet.writeContract({
      chain: null,
      address: REGISTRY,
      abi,
      functionName: 'setSubnodeRecord',
      args,
    });
    await client.waitForTransactionReceipt({ hash });
  }
}
