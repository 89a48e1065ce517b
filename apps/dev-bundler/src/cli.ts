import { deployPools } from './deployPools.js';
import { startDevelopmentBundler } from './startDevelopmentBundler.js';

function portOf(variable: string, standard: number): number {
  const port = Number(process.env[variable] || standard);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  console.error(`${variable} must be a port number, not '${process.env[variable]}'.`);
  process.exit(1);
}

const port = portOf('LATCHKIT_BUNDLER_PORT', 4337);
const chains = [portOf('LATCHKIT_CHAIN_A_PORT', 8545), portOf('LATCHKIT_CHAIN_B_PORT', 8546)];

const [chainA = '', ...others] = chains.map(chain => `http://127.0.0.1:${chain}`);
const start = async () => {
  await deployPools(chainA);
  return startDevelopmentBundler({ chains: [chainA, ...others], port, host: 'localhost' });
};
const bundler = await start().catch((error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE';
  console.error(
    taken
      ? `Port ${port} is taken. Set LATCHKIT_BUNDLER_PORT to another one.`
      : `The bundler cannot start: ${error.message}`,
  );
  process.exit(1);
});

console.log(`Bundler and paymaster of chain A: http://localhost:${bundler.port}`);

const stop = () => void bundler.close().then(() => process.exit(0));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
