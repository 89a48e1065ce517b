import { Address, NETWORK, OutScript, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import type { WalletSession } from '../../core/adapter/wallets/createSessions.js';
import { base64 } from '../../protocol/bytes.js';
import { createError } from '../../protocol/errors.js';
import type { BitcoinAccount, BitcoinWallet } from '../account/BitcoinWallet.js';
import type { BitcoinNetworkName } from '../account/bitcoinChains.js';
import type { InputToSign, SignedPsbt } from '../BitcoinActions.js';
import { toBase64 } from '../shapes/answers.js';

interface PsbtRequest {
  readonly psbt: string;
  /** Default: those that the wallet's accounts own. */
  readonly inputs: readonly InputToSign[] | undefined;
  readonly finalize: boolean;
  readonly network: BitcoinNetworkName;
}

/** Everything in a PSBT is kept, also what this library does not know. */
const OPTIONS = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
  unknown: 'ignore',
} as const;

/**
 * Asks the wallet to sign inputs of a PSBT. Wallets finalise or not as they like, so both forms are made here.
 *
 * @throws INVALID_TRANSACTION if the text is not a PSBT, or has no input of the wallet; REQUEST_FAILED if the wallet returned
 * another transaction or did not sign.
 */
export async function signPsbt(
  { wallet, accounts }: WalletSession<BitcoinWallet>,
  { psbt, inputs: wanted, finalize, network }: PsbtRequest,
): Promise<SignedPsbt> {
  const asked = readPsbt(psbt, 'INVALID_TRANSACTION');
  const inputs = wanted ? wantedInputs(asked, wanted, accounts) : ownInputs(asked, accounts, network);
  if (inputs.length === 0) {
    throw createError('INVALID_TRANSACTION', { details: 'No input of the PSBT belongs to the wallet.' });
  }
  const answer = readPsbt(
    toBase64(await wallet.signPsbt({ psbt: base64.encode(asked.toPSBT(0)), inputs, network })),
    'REQUEST_FAILED',
  );
  if (answer.id !== asked.id) {
    throw createError('REQUEST_FAILED', { details: 'The wallet returned another transaction.' });
  }
  for (const { index } of inputs) copySignature(asked, answer, index);
  if (finalize) for (const { index } of inputs) asked.finalizeIdx(index);
  return {
    psbt: base64.encode(asked.toPSBT(0)),
    signed: inputs.map(({ index }) => index),
    isFinal: finalize,
  };
}

function readPsbt(text: string, code: 'INVALID_TRANSACTION' | 'REQUEST_FAILED'): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(text), OPTIONS);
  } catch (cause) {
    throw createError(code, { cause, details: 'Not the base64 of a PSBT (BIP-174).' });
  }
}

interface OwnInput {
  readonly index: number;
  readonly account: BitcoinAccount;
}

function wantedInputs(
  transaction: Transaction,
  wanted: readonly InputToSign[],
  accounts: readonly BitcoinAccount[],
): readonly OwnInput[] {
  return wanted.map(({ index, address }) => {
    const account = accounts.find(one => one.address === address);
    if (account && Number.isInteger(index) && index >= 0 && index < transaction.inputsLength) {
      return { index, account };
    }
    throw createError('INVALID_TRANSACTION', { details: `Input ${index} is not an input of the wallet.` });
  });
}

function ownInputs(
  transaction: Transaction,
  accounts: readonly BitcoinAccount[],
  network: BitcoinNetworkName,
): readonly OwnInput[] {
  const coder = Address(
    network === 'mainnet' ? NETWORK : { ...TEST_NETWORK, bech32: network === 'regtest' ? 'bcrt' : 'tb' },
  );
  const scripts = accounts.map(account => ({
    account,
    script: OutScript.encode(coder.decode(account.address)).join(),
  }));
  return Array.from({ length: transaction.inputsLength }, (_, index) => {
    const { witnessUtxo, nonWitnessUtxo, index: output = 0 } = transaction.getInput(index);
    const script = witnessUtxo?.script ?? nonWitnessUtxo?.outputs[output]?.script;
    const owner = script && scripts.find(one => one.script === script.join());
    return owner ? [{ index, account: owner.account }] : [];
  }).flat();
}

/**
 * Copies what the wallet signed into the host's own PSBT, so that nothing else of it can change. A finalised input with one
 * signature is taken apart again.
 */
function copySignature(asked: Transaction, answer: Transaction, index: number): void {
  const { partialSig, tapKeySig, tapScriptSig, finalScriptWitness, finalScriptSig } = answer.getInput(index);
  if (partialSig || tapKeySig || tapScriptSig) {
    asked.updateInput(
      index,
      {
        ...(partialSig ? { partialSig } : {}),
        ...(tapKeySig ? { tapKeySig } : {}),
        ...(tapScriptSig ? { tapScriptSig } : {}),
      },
      true,
    );
    return;
  }
  const [signature, publicKey] = finalScriptWitness ?? [];
  if (signature && publicKey && finalScriptWitness?.length === 2 && publicKey.length === 33) {
    asked.updateInput(index, { partialSig: [[publicKey, signature]] }, true);
  } else if (signature && finalScriptWitness?.length === 1) {
    asked.updateInput(index, { tapKeySig: signature }, true);
  } else if (finalScriptWitness || finalScriptSig) {
    asked.updateInput(
      index,
      {
        ...(finalScriptWitness ? { finalScriptWitness } : {}),
        ...(finalScriptSig ? { finalScriptSig } : {}),
      },
      true,
    );
  } else {
    throw createError('REQUEST_FAILED', { details: `The wallet did not sign input ${index}.` });
  }
}
