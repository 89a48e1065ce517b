import { readFileSync } from 'node:fs';
import type { Hex } from 'viem';

const file = new URL('../../contracts/development/ens.json', import.meta.url);
const code: Readonly<Record<string, Hex>> = JSON.parse(readFileSync(file, 'utf8'));

function codeOf(contract: string): Hex {
  const found = code[contract];
  if (found === undefined) throw new Error(`There is no contract ${contract}`);
  return found;
}

/** Runtime code of the contracts in contracts/development/ens.sol. */
export const ensCode = {
  universalResolver: codeOf('UniversalResolver'),
  offchainResolver: codeOf('OffchainResolver'),
  endlessResolver: codeOf('EndlessResolver'),
};
