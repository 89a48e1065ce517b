import { DEVELOPMENT_TOKENS, startSolanaDevnet } from '@latchkit/solana-devnet';
import { type Address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getRecoverNestedAssociatedTokenInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import type { AccountTransaction } from 'latchkit/protocol';
import { solanaAccounts } from 'latchkit/testing/solana';
import { formatUnits } from 'viem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { solanaPayer } from '../../../../../test/chain/solanaPayer.js';
import { startPayments } from '../../../../../test/servers/startPayments.js';
import { ask } from '../../../../../test/signInClient.js';

const HALF = 500_000n;

/** A development chain, a gateway that reads it, and the transfers of a token there. */
async function start({ mint, decimals, program }: (typeof DEVELOPMENT_TOKENS)[number]) {
  const devnet = await startSolanaDevnet({ slotTime: 0, blockhashSlots: 10_000 });
  const { payer, send } = await solanaPayer(devnet, solanaAccounts[0]);
  devnet.advance(5);
  const gateway = await startPayments({ [devnet.caipNetworkId]: [devnet.url] });
  onTestFinished(async () => {
    await gateway.close();
    await devnet.close();
  });
  const accountOf = async (owner: Address) =>
    (await findAssociatedTokenPda({ owner, mint, tokenProgram: program }))[0];
  const open = async (owner: Address) =>
    getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer, owner, mint, tokenProgram: program },
      ata: await accountOf(owner),
    });
  const give = async (owner: Address, amount: bigint) =>
    getTransferCheckedInstruction(
      {
        ...{ mint, authority: payer, amount, decimals },
        source: await accountOf(payer.address),
        destination: await accountOf(owner),
      },
      { programAddress: program },
    );
  /** The program of associated accounts moves by an inner instruction what the account of an owner's account holds. */
  const recover = async (wallet: KeyPairSigner) => {
    const own = await accountOf(wallet.address);
    return getRecoverNestedAssociatedTokenInstruction({
      ...{ nestedAssociatedAccountAddress: await accountOf(own), nestedTokenMintAddress: mint },
      ...{ destinationAssociatedAccountAddress: own, ownerAssociatedAccountAddress: own },
      ...{ ownerTokenMintAddress: mint, walletAddress: wallet, tokenProgram: program },
    });
  };
  return { devnet, gateway, send, accountOf, open, give, recover };
}

describe('a transfer of tokens by an inner instruction', () => {
  it.each(DEVELOPMENT_TOKENS)(
    'counts once beside an equal one of the transaction: $symbol (RV-12)',
    async token => {
      const { devnet, gateway, send, accountOf, open, give, recover } = await start(token);
      const recipient = await generateKeyPairSigner();
      const nested = await accountOf(recipient.address);
      await send([await open(recipient.address), await open(nested), await give(nested, HALF)]);
      devnet.advance(1);
      const asset = `${devnet.caipNetworkId}:${token.mint}`;
      const { address } = recipient;
      const created = await gateway.create({ recipient: address, asset, amount: String(2n * HALF) });
      const hash = await send([await give(address, HALF), await recover(recipient)]);
      devnet.advance(40);
      await gateway.untilTold(created.id, 'payment.paid');
      const paid = await gateway.read(created.id);
      expect(paid).toMatchObject({ received: String(2n * HALF), overpaid: false });
      expect(paid.transfers.map(one => [one.hash, one.amount])).toEqual([[hash, String(2n * HALF)]]);
      const { json } = await ask(gateway.gateway, `/v1/account/${address}/history`, {
        query: { chainId: devnet.caipNetworkId },
      });
      const data = json.data as readonly AccountTransaction[];
      const moved = data.filter(one => one.metadata.hash === hash).flatMap(one => one.transfers);
      const tokens = moved.filter(one => one.fungible_info?.address === token.mint);
      expect(tokens.map(one => [one.direction, one.quantity.numeric])).toEqual([
        ['in', formatUnits(2n * HALF, token.decimals)],
      ]);
    },
  );
});
