import {
  createSolanaRpc,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  partiallySignTransaction,
  signBytes,
} from '@solana/kit';
import type { CaipNetwork } from 'latchkit';
import { createWalletClient, defineChain, http, type TypedDataDefinition } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { ReadRequest } from './readRequest.js';
import type { AccountKeys } from './walletKeys.js';

/** Completes an approved request; returns the result that WalletConnect's RPC reference specifies for the method. */
export async function signRequest(
  asked: ReadRequest,
  { evm, solana }: AccountKeys,
  network: CaipNetwork,
): Promise<unknown> {
  switch (asked.kind) {
    case 'message':
      return evm.signMessage({ message: { raw: asked.bytes } });
    case 'typedData':
      return evm.signTypedData(asked.data as unknown as TypedDataDefinition);
    case 'transaction':
      return send(asked, evm, network);
    case 'solanaMessage': {
      const signature = await signBytes(solana.keyPair.privateKey, asked.bytes);
      return { signature: getBase58Decoder().decode(signature) };
    }
    case 'solanaTransactions':
      return signTransactions(asked, solana, network);
  }
}

async function signTransactions(
  { act, wires }: Extract<ReadRequest, { kind: 'solanaTransactions' }>,
  signer: KeyPairSigner,
  network: CaipNetwork,
) {
  const [first, ...rest] = wires;
  const one = await signWire(first, signer);
  if (act === 'sign') return { signature: one.own, transaction: one.wire };
  if (act === 'signAll') {
    const others = await Promise.all(rest.map(wire => signWire(wire, signer)));
    return { transactions: [one, ...others].map(({ wire }) => wire) };
  }
  const rpc = createSolanaRpc(rpcOf(network));
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' } as const;
  return { signature: await rpc.sendTransaction(one.wire, options).send() };
}

/** The RPC URL of a development chain. */
export const rpcOf = ({ rpcUrls }: CaipNetwork): string => rpcUrls.default.http[0] ?? '';

/** Converts a network to viem's format. */
export const viemChain = (network: CaipNetwork) =>
  defineChain({
    id: Number(network.id),
    name: network.name,
    nativeCurrency: network.nativeCurrency,
    rpcUrls: { default: { http: [rpcOf(network)] } },
  });

function send(
  { to, value, data }: Extract<ReadRequest, { kind: 'transaction' }>,
  account: PrivateKeyAccount,
  network: CaipNetwork,
) {
  const client = createWalletClient({ account, chain: viemChain(network), transport: http() });
  return client.sendTransaction({ to: to ?? null, value, data });
}

/** Adds the account's signature. @throws if the transaction does not require it. */
async function signWire(wire: Uint8Array, { address, keyPair }: KeyPairSigner) {
  const transaction = getTransactionDecoder().decode(wire);
  if (!(address in transaction.signatures)) throw new Error('The transaction is not for this account.');
  const signed = await partiallySignTransaction([keyPair], transaction);
  const own = signed.signatures[address];
  return { own: own && getBase58Decoder().decode(own), wire: getBase64EncodedWireTransaction(signed) };
}
