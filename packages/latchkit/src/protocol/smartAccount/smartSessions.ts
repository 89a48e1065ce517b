import { abiArray, abiBytes, abiStatic, abiTuple, abiWord } from './abiEncoding.js';
import type { AccountCall } from './userOperationCalls.js';

type Hex = `0x${string}`;

/**
 * The contracts of permissions: the Safe7579 adapter, Smart Sessions 1.0, the validator of session keys, and the policies. Each is at
 * the same address on every chain that has it.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7579
 */
export const SMART_SESSIONS = {
  /** Replaces the 4337 module as the fallback handler of an account that grants a permission. */
  adapter: '0x7579EE8307284F293B1927136486880611F20002',
  sessions: '0x00000000008bDABA73cD9815d79069c247Eb4bDA',
  /** Verifies the signature of a session key on secp256k1. */
  keyValidator: '0x000000000013fdB5234E4E3162a810F54d9f7E98',
  timeFrame: '0x0000000000D30f611fA3bf652ac6879428586930',
  spendingLimit: '0x000000000033212E272655D8a22402Db819477A6',
  valueLimit: '0x000000000021dC45451291BCDfc9f0B46d6f0278',
} as const;

export type SmartSessionsContract = keyof typeof SMART_SESSIONS;

/** The registry of modules (ERC-7484) that Smart Sessions 1.0 asks, and whose attestations the account trusts. */
const REGISTRY = '0x000000000069E2a187AEFFb852bF3cCdC95151B2';
const ATTESTER = '0x000000333034E9f539ce08819E12c1b8Cb29084d';

/** Selectors. */
const SELECTORS = {
  /** `enableModule(address)` */
  enableModule: '610b5925',
  /** `setFallbackHandler(address)` */
  setFallbackHandler: 'f08a0323',
  /** `initializeAccount((address,bytes)[],(address,bytes)[],(address,bytes)[],(address,bytes)[],(address,address[],uint8))` */
  initializeAccount: '540fb4f9',
} as const;

/** Storage slot of a Safe's fallback handler: `keccak256("fallback_manager.handler.address")`. */
export const FALLBACK_HANDLER_SLOT: Hex =
  '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5';

/** The calls with which an account takes the adapter and Smart Sessions, in their order. Apart from the account, their bytes are constant. */
export function sessionSetupCalls(account: Hex): readonly AccountCall[] {
  return SETUP.map(data => ({ to: account, value: 0n, data }));
}

/** How many of the first calls are {@link sessionSetupCalls}: all of them, or none. */
export function countSessionSetup(calls: readonly AccountCall[], account: string): number {
  const isSetup = SETUP.every((data, index) => {
    const call = calls[index];
    return (
      call?.to.toLowerCase() === account.toLowerCase() &&
      call.value === 0n &&
      call.data.toLowerCase() === data
    );
  });
  return isSetup ? SETUP.length : 0;
}

const none = abiArray([]);
const validator = abiTuple([abiStatic(SMART_SESSIONS.sessions), abiBytes('0x')]);
const registry = abiTuple([abiStatic(REGISTRY), abiArray([abiStatic(ATTESTER)]), abiStatic(1)]);

const SETUP: readonly Hex[] = [
  `0x${SELECTORS.enableModule}${abiWord(SMART_SESSIONS.adapter)}`,
  `0x${SELECTORS.setFallbackHandler}${abiWord(SMART_SESSIONS.adapter)}`,
  `0x${SELECTORS.initializeAccount}${abiTuple([abiArray([validator]), none, none, none, registry]).digits}`,
];
