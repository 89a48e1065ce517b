import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { RELAY_PATH } from '../project/relay/audience.js';
import type { Settings } from '../server/readSettings.js';
import type { RunningServer } from '../server/startServer.js';

/** Describes what a started gateway serves, and why other parts are off, one per line. */
export function startLines(settings: Settings, running: RunningServer, mode: string): readonly string[] {
  return [
    `Gateway: ${running.url} ${mode}`,
    projectLine(settings),
    ...walletLines(settings, running),
    relayLine(settings, running.url),
    networkLine(settings),
    `Replicas: ${settings.redisUrl === undefined ? 'off, this process counts and caches for itself; set REDIS_URL' : 'share a Redis server'}`,
    historyLine(settings),
    `Prices: ${settings.priceUrl === undefined ? 'off, set LATCHKIT_PRICE_URL' : 'on'}`,
    `Metrics: ${metrics(settings, running.url)}`,
    ...running.notes,
  ];
}

/** Names the project that pages use in development, or how to make one. */
function projectLine({ developmentMode }: Settings): string {
  return developmentMode
    ? `Project: ${DEVELOPMENT_PROJECT_ID} (development); pages of this machine need no projectId`
    : 'Projects: latchkit-gateway project list, or project create --name NAME';
}

function walletLines(
  { wallet, developmentMode }: Settings,
  { url, frameUrl, vaultUrl, hasPages }: RunningServer,
): readonly string[] {
  if (wallet === undefined) return ['Embedded wallet: off, set LATCHKIT_FRAME_URL and LATCHKIT_VAULT_URL'];
  const inbox = developmentMode ? `${url}/dev/inbox` : 'off, set LATCHKIT_SMTP_URL';
  const page = hasPages
    ? `${frameUrl}/frame`
    : 'off, this checkout is not built: npm run build, or set LATCHKIT_FRAME_DIR';
  return [
    `Embedded wallet: ${frameUrl ?? 'off'}`,
    `Wallet page: ${page}`,
    `Vault: ${vaultUrl ?? `off here, it runs at ${wallet.vaultUrl ?? 'its own address'}`}`,
    // One process holds both shares of every wallet, so warn the operator.
    ...(frameUrl !== undefined && vaultUrl !== undefined
      ? ['Gateway and vault are one trust domain here: run two with --only gateway and --only vault']
      : []),
    `Mail: ${wallet.mail === undefined ? inbox : 'by SMTP'}`,
  ];
}

function relayLine({ relay, publicUrl, developmentMode }: Settings, url: string): string {
  if (!developmentMode && publicUrl === undefined && relay.addresses === undefined) {
    return 'Relay: off, tokens are made for an address: set LATCHKIT_PUBLIC_URL or LATCHKIT_RELAY_URLS';
  }
  const places = { memory: 'memory', database: 'the database', redis: 'Redis' };
  return `Relay: ${url.replace(/^http/, 'ws')}${RELAY_PATH}, messages wait in ${places[relay.mailbox]}`;
}

/** Says which wallets a pairing reaches. */
export function networkLine({ relay, developmentMode }: Settings): string {
  const { url, developmentId } = relay.network;
  const host = new URL(url).host;
  return developmentMode && developmentId !== undefined
    ? `Wallets by code: those on this relay, and, for the development project, on ${host}, which stands in for the network's`
    : `Wallets by code: those on this relay; wallets from the stores listen to ${host}, which a project reaches with an id there: project set ID --relay-network PROJECT_ID`;
}

function historyLine({ index, blockscout }: Settings): string {
  const known = [...new Set([...Object.keys(index), ...Object.keys(blockscout)])];
  const chains =
    known.length === 0
      ? 'Solana; for EVM chains set LATCHKIT_INDEX or LATCHKIT_BLOCKSCOUT_<chain>'
      : known.join(', ');
  return `Histories: ${chains}`;
}

function metrics({ metricsToken, developmentMode }: Settings, url: string): string {
  if (metricsToken === undefined && !developmentMode) return 'off, set LATCHKIT_METRICS_TOKEN';
  return `${url}/metrics`;
}
