// oidc-provider warns that Node 20 is old and that its data is in memory. Both suit a development server.
const { warn } = console;
console.warn = (text: unknown, ...rest: unknown[]) => {
  if (!String(text).includes('oidc-provider WARNING')) warn(text, ...rest);
};
const { startDevIdp } = await import('./startDevIdp.js');

const CALLBACK = '/v1/auth/social/callback';

/** Reads the port in a variable. Ends the process if it is not a port. */
function portIn(variable: string, standard: number): number {
  const port = Number(process.env[variable] || standard);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  console.error(`${variable} must be a port number, not '${process.env[variable]}'.`);
  return process.exit(1);
}

const port = portIn('LATCHKIT_IDP_PORT', 4003);
const framePort = portIn('LATCHKIT_FRAME_PORT', 4001);
const hosts = ['localhost', 'wallet.localhost'].map(host => `http://${host}:${framePort}`);
const origins = process.env.LATCHKIT_FRAME_URL ? [process.env.LATCHKIT_FRAME_URL, ...hosts] : hosts;
const redirectUris = origins.map(origin => origin + CALLBACK);

const { LATCHKIT_FARCASTER_RELAY: relay, LATCHKIT_FARCASTER_RELAY_KEY: relayKey } = process.env;
const chainUrl = `http://localhost:${portIn('LATCHKIT_CHAIN_A_PORT', 8545)}`;
const farcaster = relay && relayKey ? { relay, relayKey, chainUrl } : undefined;

const idp = await startDevIdp({ port, host: 'localhost', redirectUris, farcaster }).catch(
  (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE';
    console.error(
      isTaken
        ? `Port ${port} is taken. Set LATCHKIT_IDP_PORT to another one.`
        : `The identity provider could not start: ${error.message}`,
    );
    process.exit(1);
  },
);

const stop = () => void idp.close().then(() => process.exit(0));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
