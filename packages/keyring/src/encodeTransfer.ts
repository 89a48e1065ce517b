import { ed25519 } from '@noble/curves/ed25519';
import { sha256 } from '@noble/hashes/sha2';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils';
import { base58, base64 } from '@scure/base';
import { type Hex, serializeTransaction } from 'viem';
import { keyringError } from './keyringError.js';

/** A call of an EOA with its nonce and fees. Amounts are decimal digits, in wei. */
export interface EvmTransfer {
  readonly chainId: number;
  readonly to: string;
  readonly data: string;
  readonly value: string;
  readonly nonce: number;
  readonly gas: string;
  /** The maximum price of a unit of gas. */
  readonly price: string;
  /** Absent on a chain without base fees. */
  readonly tip?: string | undefined;
}

/** A payment of SOL or of an SPL token. Addresses are base58. */
export interface SolanaTransfer {
  readonly from: string;
  readonly to: string;
  /** Decimal digits of lamports, or of the token's smallest units. */
  readonly amount: string;
  readonly blockhash: string;
  /** Absent: SOL. */
  readonly token?:
    | {
        readonly mint: string;
        /** The token program of the mint. */
        readonly program: string;
        /** The token account that pays. */
        readonly source: string;
        readonly decimals: number;
      }
    | undefined;
}

/**
 * Encodes a transfer for `signRequest`: hex of an unsigned transaction, or base64 of a Solana transaction with space for one signature.
 *
 * @throws KEYRING_REFUSED The values are no transfer.
 */
export function encodeTransfer(transfer: EvmTransfer | SolanaTransfer): string {
  try {
    return 'chainId' in transfer ? encodeEvm(transfer) : base64.encode(encodeSolana(transfer));
  } catch (cause) {
    throw keyringError('KEYRING_REFUSED', { cause });
  }
}

function encodeEvm({ chainId, to, data, value, nonce, gas, price, tip }: EvmTransfer): Hex {
  const call = {
    ...{ chainId, nonce, to: to as Hex, data: data as Hex },
    ...{ value: BigInt(value), gas: BigInt(gas) },
  };
  if (tip === undefined) return serializeTransaction({ type: 'legacy', ...call, gasPrice: BigInt(price) });
  const fees = { maxFeePerGas: BigInt(price), maxPriorityFeePerGas: BigInt(tip) };
  return serializeTransaction({ type: 'eip1559', ...call, ...fees });
}

const SYSTEM = '11111111111111111111111111111111';
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** An instruction of a Solana transaction. */
interface Instruction {
  readonly program: string;
  /** With `w`: it is written to; with `s`: it signs. */
  readonly accounts: readonly (readonly [address: string, flags: '' | 'w' | 'sw' | 's'])[];
  readonly data: Uint8Array;
}

function encodeSolana({ from, to, amount, blockhash, token }: SolanaTransfer): Uint8Array {
  const units = BigInt(amount);
  if (token === undefined) {
    // Instruction 2 of the system program.
    const data = concatBytes(Uint8Array.of(2, 0, 0, 0), little64(units));
    const accounts = [
      [from, 'sw'],
      [to, 'w'],
    ] as const;
    return wire(from, blockhash, [{ program: SYSTEM, accounts, data }]);
  }
  const { mint, program, source, decimals } = token;
  const target = tokenAccountOf(to, mint, program);
  return wire(from, blockhash, [
    {
      program: ASSOCIATED_TOKEN,
      accounts: [
        [from, 'sw'],
        [target, 'w'],
        [to, ''],
        [mint, ''],
        [SYSTEM, ''],
        [program, ''],
      ],
      // CreateIdempotent: the new wallet may have the account.
      data: Uint8Array.of(1),
    },
    {
      program,
      accounts: [
        [source, 'w'],
        [mint, ''],
        [target, 'w'],
        [from, 's'],
      ],
      // TransferChecked.
      data: concatBytes(Uint8Array.of(12), little64(units), Uint8Array.of(decimals)),
    },
  ]);
}

/** Serializes a legacy transaction of one signer, who pays: https://solana.com/docs/core/transactions. */
function wire(payer: string, blockhash: string, instructions: readonly Instruction[]): Uint8Array {
  const used = instructions.flatMap(({ accounts, program }) => [
    ...accounts.map(([address, flags]) => [address, flags.includes('w')] as const),
    [program, false] as const,
  ]);
  const isWritten = (address: string) => used.some(([one, written]) => one === address && written);
  const others = [...new Set(used.map(([address]) => address))].filter(address => address !== payer);
  const readOnly = others.filter(address => !isWritten(address));
  const keys = [payer, ...others.filter(isWritten), ...readOnly];
  const at = (address: string) => keys.indexOf(address);
  return concatBytes(
    // One signature, which is filled in later.
    Uint8Array.of(1),
    new Uint8Array(64),
    Uint8Array.of(1, 0, readOnly.length, keys.length),
    ...keys.map(address32),
    address32(blockhash),
    Uint8Array.of(instructions.length),
    ...instructions.flatMap(({ program, accounts, data }) => [
      Uint8Array.of(at(program), accounts.length, ...accounts.map(([address]) => at(address)), data.length),
      data,
    ]),
  );
}

/** The associated token account: the first derived address that is not on the curve. */
function tokenAccountOf(owner: string, mint: string, program: string): string {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const found = sha256(
      concatBytes(
        ...[address32(owner), address32(program), address32(mint), Uint8Array.of(bump)],
        ...[address32(ASSOCIATED_TOKEN), utf8ToBytes('ProgramDerivedAddress')],
      ),
    );
    if (!isOnCurve(found)) return base58.encode(found);
  }
  throw new RangeError('No address');
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(bytes);
    return true;
  } catch {
    return false;
  }
}

function address32(text: string): Uint8Array {
  const bytes = base58.decode(text);
  if (bytes.length !== 32) throw new RangeError('No address');
  return bytes;
}

function little64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
