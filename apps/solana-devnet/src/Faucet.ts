import { randomBytes } from 'node:crypto';
import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import type { Ledger } from './Ledger.js';

const RICHES = 10n ** 18n;
const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address;

/** Sends SOL by ordinary transactions, which can be found like any other. */
export class Faucet {
  readonly #ledger: Ledger;
  readonly #signer: KeyPairSigner;
  #given = 0n;

  private constructor(ledger: Ledger, signer: KeyPairSigner) {
    this.#ledger = ledger;
    this.#signer = signer;
  }

  static async open(ledger: Ledger): Promise<Faucet> {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(randomBytes(32));
    ledger.svm.setAccount({
      address: signer.address,
      lamports: lamports(RICHES),
      programAddress: SYSTEM_PROGRAM,
      executable: false,
      space: 0n,
      data: new Uint8Array(),
    });
    return new Faucet(ledger, signer);
  }

  /** Sends lamports to an address; returns the signature. */
  async give(to: Address, amount: bigint): Promise<string> {
    const { blockhash, lastValidBlockHeight } = this.#ledger.blockhashes.latest;
    // Two identical payments in one slot would be one transaction, so a numbered transfer to itself makes each unique.
    this.#given += 1n;
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      one => setTransactionMessageFeePayerSigner(this.#signer, one),
      one =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash as Blockhash, lastValidBlockHeight },
          one,
        ),
      one =>
        appendTransactionMessageInstruction(
          getTransferSolInstruction({ source: this.#signer, destination: to, amount }),
          one,
        ),
      one =>
        appendTransactionMessageInstruction(
          getTransferSolInstruction({
            source: this.#signer,
            destination: this.#signer.address,
            amount: this.#given,
          }),
          one,
        ),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    return this.#ledger.submit(Uint8Array.from(getTransactionEncoder().encode(transaction)), {
      skipPreflight: false,
    });
  }
}
