import { createRequire } from 'node:module';
import { SMART_ACCOUNT_V1 } from 'latchkit/protocol';
import { type Abi, type Address, encodeDeployData, type Hex } from 'viem';

const load = createRequire(import.meta.url);

interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
  readonly deployedBytecode: Hex;
}

const entryPoints = (name: string): Artifact =>
  load(`@account-abstraction/contracts/artifacts/${name}.json`) as Artifact;
const safe = (path: string): Artifact =>
  load(`@safe-global/safe-contracts/build/artifacts/contracts/${path}.json`) as Artifact;
const safe4337 = (path: string): Artifact =>
  load(`@safe-global/safe-4337/build/artifacts/contracts/${path}.json`) as Artifact;

/** The CREATE2 deployer that anvil has from the start. */
export const DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
/** The Safe singleton factory: the same code at another address, which only a presigned transaction reaches elsewhere. */
export const SAFE_DEPLOYER: Address = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7';

const NO_SALT: Hex = `0x${'0'.repeat(64)}`;

/** A contract that is deployed by CREATE2. */
export interface FrozenContract {
  readonly address: Address;
  readonly deployer: Address;
  readonly salt: Hex;
  readonly initCode: Hex;
}

/** The contracts of smart accounts, in the order of their deployment. */
export function frozenContracts(): readonly FrozenContract[] {
  const { entryPoint, module, setup } = SMART_ACCOUNT_V1;
  const core = (address: Address, path: string): FrozenContract => ({
    address,
    deployer: SAFE_DEPLOYER,
    salt: NO_SALT,
    initCode: safe(path).bytecode,
  });
  const moduleArtifact = safe4337('Safe4337Module.sol/Safe4337Module');
  return [
    {
      address: entryPoint,
      deployer: DEPLOYER,
      salt: '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
      initCode: entryPoints('EntryPoint').bytecode,
    },
    core(SMART_ACCOUNT_V1.factory, 'proxies/SafeProxyFactory.sol/SafeProxyFactory'),
    core(SMART_ACCOUNT_V1.singleton, 'Safe.sol/Safe'),
    core(SMART_ACCOUNT_V1.multiSend, 'libraries/MultiSend.sol/MultiSend'),
    core(SMART_ACCOUNT_V1.multiSendCallOnly, 'libraries/MultiSendCallOnly.sol/MultiSendCallOnly'),
    {
      address: module,
      deployer: DEPLOYER,
      salt: NO_SALT,
      initCode: encodeDeployData({
        abi: moduleArtifact.abi,
        bytecode: moduleArtifact.bytecode,
        args: [entryPoint],
      }),
    },
    {
      address: setup,
      deployer: DEPLOYER,
      salt: NO_SALT,
      initCode: safe4337('SafeModuleSetup.sol/SafeModuleSetup').bytecode,
    },
  ];
}

/** Creation code of the paymaster, which belongs to the key that signs for it. */
export function paymasterInitCode(signer: Address): Hex {
  const { abi, bytecode } = entryPoints('VerifyingPaymaster');
  return encodeDeployData({ abi, bytecode, args: [SMART_ACCOUNT_V1.entryPoint, signer] });
}

/** Code that replaces the EntryPoint's in an `eth_call`, to measure the gas of a user operation. */
export const simulationsCode = (): Hex => entryPoints('EntryPointSimulations').deployedBytecode;
