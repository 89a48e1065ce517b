import { readSolanaTransaction, type SigningRequest } from '@latchkit/keyring';
import { base58, base64 } from '@scure/base';
import { frameError } from 'latchkit/protocol';
import type { PrepareContext, Prepared, Preparer } from './Prepared.js';

/** Parameters of Solana methods, as validated by the protocol's schema. */
interface SolanaParams {
  readonly message: string;
  readonly transaction: string;
  readonly transactions: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
}

/** `solana_signMessage`: the message and the returned signature are base58. */
export const prepareSolanaMessage: Preparer = ({ id, payload, signer }) => {
  const { message } = payload.params as unknown as SolanaParams;
  const bytes = decoded(() => base58.decode(message));
  return {
    signings: [
      {
        id,
        kind: 'solanaMessage',
        chainId: payload.chainId,
        account: signer.solana,
        payload: base64.encode(bytes),
      },
    ],
    warnings: [],
    answer: ([signature]) => ({ signature }),
  };
};

/** `solana_signTransaction`, `solana_signAllTransactions` and `solana_signAndSendTransaction`; transactions are base64. */
export const prepareSolanaTransactions: Preparer = context => {
  const { id, payload, signer } = context;
  const params = payload.params as unknown as SolanaParams;
  const wires = params.transactions ?? [params.transaction];
  const signings = wires.map((wire, at): SigningRequest => {
    const bytes = decoded(() => base64.decode(wire));
    const isOwn = readSolanaTransaction(bytes, 'signed')?.signers.includes(signer.solana);
    if (!isOwn) throw frameError('BAD_MESSAGE');
    return {
      // They are approved together, but each needs its own entry in the ledger.
      id: wires.length === 1 ? id : `${id}/${at}`,
      kind: 'solanaTransaction',
      chainId: payload.chainId,
      account: signer.solana,
      payload: base64.encode(bytes),
    };
  });
  const [first, ...others] = signings;
  if (first === undefined) throw frameError('BAD_MESSAGE');
  return { signings: [first, ...others], warnings: [], answer: ANSWERS[payload.method]?.(context) ?? all };
};

type Answer = Prepared['answer'];

const all: Answer = transactions => ({ transactions: [...transactions] });

const ANSWERS: Readonly<Record<string, (context: PrepareContext) => Answer>> = {
  solana_signTransaction:
    ({ signer }) =>
    ([transaction = '']) => ({ transaction, signature: signatureOf(transaction, signer.solana) }),
  solana_signAndSendTransaction:
    ({ payload, reader, signal }) =>
    async ([transaction = '']) => {
      const { options } = payload.params as unknown as SolanaParams;
      const params = [transaction, { ...sendOptions(options), encoding: 'base64' }];
      await reader.request(payload.chainId, 'sendTransaction', params, signal);
      // A transaction's id is its first signature, whatever the service returns.
      return { signature: signatureOf(transaction) };
    },
};

/** The signature of one signer, by default the first, in base58. */
function signatureOf(transaction: string, signer?: string): string {
  const wire = base64.decode(transaction);
  const parts = readSolanaTransaction(wire, 'signed');
  const at = signer === undefined ? 0 : (parts?.signers.indexOf(signer) ?? -1);
  if (parts === undefined || at < 0) throw frameError('INTERNAL');
  const from = parts.signaturesAt + at * 64;
  return base58.encode(wire.subarray(from, from + 64));
}

const COMMITMENTS = ['processed', 'confirmed', 'finalized'];

/** Selects the page's options that `sendTransaction` supports. */
function sendOptions(options: SolanaParams['options'] = {}): Record<string, unknown> {
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = options;
  return {
    ...(typeof skipPreflight === 'boolean' ? { skipPreflight } : {}),
    ...(COMMITMENTS.includes(String(preflightCommitment)) ? { preflightCommitment } : {}),
    ...(Number.isSafeInteger(maxRetries) ? { maxRetries } : {}),
    ...(Number.isSafeInteger(minContextSlot) ? { minContextSlot } : {}),
  };
}

function decoded(decode: () => Uint8Array): Uint8Array {
  try {
    return decode();
  } catch (cause) {
    throw frameError('BAD_MESSAGE', { cause });
  }
}
