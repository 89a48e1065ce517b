import { DEVELOPMENT_TOKENS } from './developmentTokens.js';
import { startSolanaDevnet } from './startSolanaDevnet.js';

const DEFAULT_PORT = 8899;

const port = Number(process.env.LATCHKIT_SOLANA_PORT || DEFAULT_PORT);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`LATCHKIT_SOLANA_PORT must be a port number, not '${process.env.LATCHKIT_SOLANA_PORT}'.`);
  process.exit(1);
}

const devnet = await startSolanaDevnet({ port, host: 'localhost' }).catch((error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE';
  console.error(
    taken
      ? `Port ${port} is taken. Set LATCHKIT_SOLANA_PORT to another one.`
      : `The Solana runtime cannot start: ${error.message}`,
  );
  process.exit(1);
});

console.log(`Solana development runtime: ${devnet.url} (${devnet.caipNetworkId})`);
for (const account of devnet.accounts) console.log(`  account ${account}`);
for (const { symbol, mint, decimals } of DEVELOPMENT_TOKENS) {
  console.log(`  ${symbol.padEnd(7)} ${mint}, ${decimals} decimals`);
}

const stop = () => void devnet.close().then(() => process.exit(0));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
