import { startBitcoinRegtest } from '@latchkit/bitcoin-regtest';
import { startSolanaDevnet } from '@latchkit/solana-devnet';
import { solanaPayer } from '../chain/solanaPayer.js';
import { startSolanaNode } from './startSolanaNode.js';
import { startStrangeEsplora } from './startStrangeEsplora.js';

/**
 * Starts Solana and Bitcoin, each behind a node with faults, and someone who pays on Solana.
 *
 * @param seed - The payer's private key, 32 bytes in hex.
 */
export async function startForeignChains(seed: string) {
  const [devnet, regtest] = await Promise.all([
    startSolanaDevnet({ slotTime: 0, blockhashSlots: 1_000_000 }),
    startBitcoinRegtest(),
  ]);
  const [solana, esplora] = await Promise.all([
    startSolanaNode(devnet.url),
    startStrangeEsplora(regtest.url),
  ]);
  const { pay } = await solanaPayer(devnet, seed);
  devnet.advance(5);
  return {
    devnet,
    regtest,
    solana,
    esplora,
    pay,
    async stop() {
      await Promise.all([solana.stop(), esplora.stop()]);
      await Promise.all([devnet.close(), regtest.close()]);
    },
  };
}
