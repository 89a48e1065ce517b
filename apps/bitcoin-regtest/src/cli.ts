import { startBitcoinRegtest } from './startBitcoinRegtest.js';

const DEFAULT_PORT = 3002;
/** Milliseconds after which a transaction is mined. */
const BLOCK_TIME = 2_000;

const port = Number(process.env.LATCHKIT_BITCOIN_PORT || DEFAULT_PORT);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`LATCHKIT_BITCOIN_PORT must be a port number, not '${process.env.LATCHKIT_BITCOIN_PORT}'.`);
  process.exit(1);
}

const regtest = await startBitcoinRegtest({ port, host: 'localhost', blockTime: BLOCK_TIME }).catch(
  (error: NodeJS.ErrnoException) => {
    const taken = error.code === 'EADDRINUSE';
    console.error(
      taken
        ? `Port ${port} is taken. Set LATCHKIT_BITCOIN_PORT to another one.`
        : `The Bitcoin chain cannot start: ${error.message}`,
    );
    process.exit(1);
  },
);

console.log(`Bitcoin regtest: ${regtest.url} (${regtest.caipNetworkId})`);
for (const account of regtest.accounts) console.log(`  account ${account}`);

const stop = () => void regtest.close().then(() => process.exit(0));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
