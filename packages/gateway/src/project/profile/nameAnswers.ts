import { evmChainOf } from 'latchkit/protocol';
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  encodePacked,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  keccak256,
  namehash,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { HttpError } from '../../platform/http/HttpError.js';
import { NameError } from './NameError.js';
import type { NameRegistry, RegisteredName } from './nameRegistry.js';

/** Seconds for which an answer is valid. */
const VALIDITY = 300;

/** The call of a wildcard resolver (ENSIP-10), and the records that names have (EIP-137, EIP-2304, EIP-634). */
const wildcard = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)']);
const records = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
]);

/** Answers the resolver contract's questions about names (EIP-3668). */
export interface NameAnswers {
  /** Address of the key that signs the answers. @throws HttpError 503 `NOT_READY`. */
  signer(): Promise<Address>;
  /**
   * Returns the answer to a call of the resolver contract, signed for this contract.
   *
   * @throws NameError 404 `NAME_NOT_FOUND` for a name with another suffix; HttpError 400 `CALL_NOT_SUPPORTED`, 503 `NOT_READY`.
   */
  answer(data: Hex, sender: string): Promise<Hex>;
}

export interface NameAnswersOptions {
  readonly registry: Pick<NameRegistry, 'find'>;
  /** What names end with. */
  readonly suffix: string;
  /** The private key that signs; undefined while it is not loaded. */
  readonly key: () => Uint8Array | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function nameAnswers({ registry, suffix, key, now }: NameAnswersOptions): NameAnswers {
  let signing: PrivateKeyAccount | undefined;
  const signer = () => {
    const bytes = signing === undefined ? key() : undefined;
    if (bytes !== undefined) signing = privateKeyToAccount(toHex(bytes));
    if (signing === undefined) {
      throw new HttpError(503, 'NOT_READY', 'The key of the names is not loaded', {
        context: { retryAfter: 5 },
      });
    }
    return signing;
  };
  return {
    signer: async () => signer().address,
    async answer(data, sender) {
      const asked = questionOf(data);
      if (!asked.name.endsWith(suffix))
        throw new NameError(404, 'NAME_NOT_FOUND', 'This name is not one of ours');
      const result = recordOf(asked.data, asked.name, await registry.find(asked.name));
      const expires = BigInt(Math.floor(now() / 1_000) + VALIDITY);
      const hash = answerHash({ resolver: getAddress(sender), expires, data, result });
      const signature = await signer().sign({ hash });
      return encodeAbiParameters(
        [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
        [result, expires, signature],
      );
    },
  };
}

/** What the key signs: data with an intended validator (EIP-191, version 0), which is the resolver contract. */
function answerHash(answer: { resolver: Address; expires: bigint; data: Hex; result: Hex }): Hex {
  return keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', answer.resolver, answer.expires, keccak256(answer.data), keccak256(answer.result)],
    ),
  );
}

function questionOf(data: Hex): { readonly name: string; readonly data: Hex } {
  try {
    const [name, inner] = decodeFunctionData({ abi: wildcard, data }).args;
    return { name: fromDns(hexToBytes(name)), data: inner };
  } catch (cause) {
    throw notSupported(cause);
  }
}

/** The record of a name; of one that nobody has, the empty record. */
function recordOf(data: Hex, name: string, found: RegisteredName | undefined): Hex {
  const call = recordCall(data);
  if (call.args[0] !== namehash(name)) throw notSupported();
  const owner = found?.address;
  const address = owner !== undefined && isAddress(owner) ? owner : undefined;
  if (call.functionName === 'text') {
    const [, key] = call.args;
    const result = Object.entries(found?.attributes ?? {}).find(([one]) => one === key)?.[1] ?? '';
    return encodeFunctionResult({ abi: records, functionName: 'text', result });
  }
  if (call.args.length === 1) {
    return encodeFunctionResult({ abi: [records[0]], functionName: 'addr', result: address ?? zeroAddress });
  }
  const isEvm = evmChainOf(Number(call.args[1])) !== undefined;
  return encodeFunctionResult({
    abi: [records[1]],
    functionName: 'addr',
    result: isEvm && address !== undefined ? address : '0x',
  });
}

function recordCall(data: Hex) {
  try {
    return decodeFunctionData({ abi: records, data });
  } catch (cause) {
    throw notSupported(cause);
  }
}

/** Decodes a name in DNS form (RFC 1035, 3.1). */
function fromDns(bytes: Uint8Array): string {
  const labels: string[] = [];
  const text = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; bytes[at]; ) {
    const end = at + 1 + (bytes[at] ?? 0);
    if (end >= bytes.length) throw notSupported();
    labels.push(text.decode(bytes.subarray(at + 1, end)));
    at = end;
  }
  return labels.join('.');
}

function notSupported(cause?: unknown): HttpError {
  return new HttpError(400, 'CALL_NOT_SUPPORTED', 'The resolver does not answer this call', { cause });
}
