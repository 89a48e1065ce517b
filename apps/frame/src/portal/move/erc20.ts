import { quantityOf } from '../../prepare/readFees.js';

/** The balance of an account: of the native currency, or of a contract with `balanceOf(address)`. */
export async function heldOf(
  owner: string,
  contract: string | null,
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<bigint> {
  const held = await (contract === null
    ? ask('eth_getBalance', [owner, 'latest'])
    : ask('eth_call', [{ to: contract, data: `0x70a08231${word(owner)}` }, 'latest']));
  return quantityOf(held, 'INTERNAL');
}

/** A call of `transfer(address,uint256)` (ERC-20). */
export function transferOf(to: string, amount: bigint): `0x${string}` {
  return `0xa9059cbb${word(to)}${amount.toString(16).padStart(64, '0')}`;
}

const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
