import { DEFAULT_LIMITS as LIMITS } from '../platform/http/limits.js';
import { STORAGE_QUOTAS } from '../platform/http/storageQuotas.js';
import { EVENT_DAYS } from '../project/analytics/service.js';
import { DEFAULT_RELAY_LIMITS as RELAY } from '../project/relay/relayLimits.js';

/**
 * How a value is kept out of the log. `address`: URLs, separated by commas, and the passwords and keys in them. `text`: the
 * value. `credentials`: the secrets in the JSON of a login provider. `object`: all texts in a JSON object.
 */
export type SecretKind = 'address' | 'text' | 'credentials' | 'object';

/** Variables that share a row of the table. */
export interface SettingRow {
  /** `<…>` is the place of a chain's reference. */
  readonly names: readonly string[];
  /** The default. */
  readonly absent: string;
  /** Description, as Markdown. */
  readonly text: string;
  /** The names whose values are secret. */
  readonly secret?: Readonly<Record<string, SecretKind>>;
}

/**
 * Every environment variable of the gateway: source of the README's table, of the check that
 * rejects unknown variables, and of what the log redacts.
 */
export const settingRows: readonly SettingRow[] = [
  {
    names: ['NODE_ENV'],
    absent: 'development',
    text: '`production` disables the development project (32 zeros) and the development chains, rejects short tokens, and listens on all addresses',
  },
  {
    names: ['LATCHKIT_GATEWAY_PORT'],
    absent: '4000',
    text: 'port of the gateway',
  },
  {
    names: ['LATCHKIT_FRAME_PORT', 'LATCHKIT_VAULT_PORT'],
    absent: "the gateway's port + 1, + 2",
    text: 'ports of the [embedded wallet](#the-embedded-wallet): wallet service and vault',
  },
  {
    names: ['LATCHKIT_FRAME_URL', 'LATCHKIT_VAULT_URL'],
    absent: 'local, at these ports',
    text: 'origins at which browsers reach the wallet service and the vault; in production the embedded wallet is off unless both are set',
  },
  {
    names: ['LATCHKIT_SOCIAL_<provider>'],
    absent: '–',
    text: 'credentials at a login provider (`APPLE`, `DISCORD`, `FACEBOOK`, `GITHUB`, `GOOGLE`, `TELEGRAM`, `X`) for projects without their own: a JSON object with `clientId` and `clientSecret`; for Apple `clientId`, `teamId`, `keyId`, `privateKey`; for Telegram `botToken`',
    secret: { 'LATCHKIT_SOCIAL_<provider>': 'credentials' },
  },
  {
    names: ['LATCHKIT_VAULT_SOCIAL_<provider>'],
    absent: 'of `LATCHKIT_SOCIAL_<provider>`',
    text: 'what the vault needs to verify logins at a provider itself: a JSON object with the `clientId` of the same client; for `GITHUB` and `FACEBOOK` also `clientSecret`. Where the vault runs alone, it accepts no login of a provider without this',
    secret: { 'LATCHKIT_VAULT_SOCIAL_<provider>': 'credentials' },
  },
  {
    names: ['LATCHKIT_IDP_PORT'],
    absent: '–',
    text: 'port of the development identity provider, which stands in for login providers without credentials; refused in production',
  },
  {
    names: ['LATCHKIT_KEK_FILE', 'LATCHKIT_VAULT_KEK_FILE'],
    absent: 'created in development, next to the data directory',
    text: 'key files of the two stores: mode 0600, outside the data directory; create them with `latchkit-gateway kek make FILE`',
  },
  {
    names: ['LATCHKIT_KEK_KMS', 'LATCHKIT_VAULT_KEK_KMS'],
    absent: '–',
    text: 'ARN of an AWS KMS key instead of a file; credentials from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or from the container',
  },
  {
    names: ['LATCHKIT_KMS_ENDPOINT'],
    absent: "AWS's own",
    text: 'URL of another KMS endpoint',
  },
  {
    names: ['LATCHKIT_KEK', 'LATCHKIT_VAULT_KEK'],
    absent: '–',
    text: 'key (32 bytes, base64) instead of a file; rejected in production',
    secret: { LATCHKIT_KEK: 'text', LATCHKIT_VAULT_KEK: 'text' },
  },
  {
    names: ['LATCHKIT_ONLY'],
    absent: '–',
    text: 'same as `--only`: `gateway` runs the gateway and the wallet service, `vault` the vault',
  },
  {
    names: ['LATCHKIT_NEW_DEVICE'],
    absent: '`link`',
    text: '`code`: on a new device, one email with a code is enough, instead of a link and a code; rejected with `--only`. [What this gives up](https://github.com/latchkit/latchkit/blob/main/docs/embedded-wallet.md#one-email-instead-of-two)',
  },
  {
    names: ['LATCHKIT_SMTP_URL', 'LATCHKIT_MAIL_FROM', 'LATCHKIT_VAULT_SMTP_URL', 'LATCHKIT_VAULT_MAIL_FROM'],
    absent: "`/dev/inbox` in development; vault: the wallet service's",
    text: 'email transports (SMTP URL and sender) of the wallet service and of the vault',
    secret: { LATCHKIT_SMTP_URL: 'address', LATCHKIT_VAULT_SMTP_URL: 'address' },
  },
  {
    names: ['LATCHKIT_VAULT_DATABASE_URL'],
    absent: "the gateway's database",
    text: 'PostgreSQL server of the vault',
    secret: { LATCHKIT_VAULT_DATABASE_URL: 'address' },
  },
  {
    names: ['LATCHKIT_AUDIT_DIR'],
    absent: 'next to the data directory, `.latchkit/gateway-audit`',
    text: 'folder outside the data directory for the signed checkpoints of the audit logs, which `audit verify` reads; make it append-only and keep copies elsewhere',
  },
  {
    names: ['LATCHKIT_BACKUP_KEYS'],
    absent: '–',
    text: 'public keys, separated by commas, that `backup` encrypts to; `latchkit-gateway backup-key FILE` makes one, and its private key stays offline',
  },
  {
    names: ['LATCHKIT_FRAME_DIR'],
    absent: "the package's own",
    text: 'folder of the built wallet page, served at `/frame`',
  },
  {
    names: ['LATCHKIT_DEMO_PORT'],
    absent: '–',
    text: 'port of the demo page; in development the embedded wallet trusts `http://localhost:` with this port',
  },
  {
    names: ['LATCHKIT_GATEWAY_HOST'],
    absent: '127.0.0.1 in development, all in production',
    text: 'address to listen on',
  },
  {
    names: ['LATCHKIT_PUBLIC_URL'],
    absent: 'the URL of each request',
    text: 'URL at which browsers reach the gateway; used in image URLs, sign-in tokens, relay addresses and what accounts sign about names',
  },
  {
    names: ['DATABASE_URL'],
    absent: 'PGlite inside the process',
    text: 'PostgreSQL server',
    secret: { DATABASE_URL: 'address' },
  },
  {
    names: ['LATCHKIT_DATA_DIR'],
    absent: '`.latchkit/gateway`',
    text: "PGlite's folder; only one process may use it at a time",
  },
  {
    names: ['REDIS_URL'],
    absent: 'each process keeps its own counters and caches',
    text: 'Redis or Valkey server that replicas share',
    secret: { REDIS_URL: 'address' },
  },
  {
    names: ['LATCHKIT_RPC_<reference>'],
    absent: 'the network is not served; in development a public node, but none for Bitcoin and Polkadot',
    text: 'node URLs of a chain, for example `LATCHKIT_RPC_8453=https://…`; several in order of preference, comma-separated; may contain `user:password@`; on Bitcoin, URLs of [Esplora APIs](https://github.com/latchkit/latchkit/blob/main/docs/bitcoin.md#gateway)',
    secret: { 'LATCHKIT_RPC_<reference>': 'address' },
  },
  {
    names: ['LATCHKIT_PUBLIC_RPC'],
    absent: '`1` in development, `0` in production',
    text: '`1`: networks without `LATCHKIT_RPC_<reference>` use a public node, which sees the addresses of your visitors and has no guarantee; `0`: their calls answer `CHAIN_NOT_CONFIGURED`',
  },
  {
    names: [
      'LATCHKIT_CHAIN_A_PORT',
      'LATCHKIT_CHAIN_B_PORT',
      'LATCHKIT_SOLANA_PORT',
      'LATCHKIT_BITCOIN_PORT',
    ],
    absent: '8545, 8546, 8899, 3002',
    text: 'ports of the development chains: 31337, 31338, Solana and Bitcoin',
  },
  {
    names: ['LATCHKIT_BUNDLER_<reference>', 'LATCHKIT_PAYMASTER_<reference>'],
    absent: 'no smart accounts on the chain; no sponsored fees',
    text: "URLs of a chain's bundler (ERC-7769) and paymaster (ERC-7677) for [smart accounts](https://github.com/latchkit/latchkit/blob/main/docs/smart-accounts.md), for example `LATCHKIT_BUNDLER_8453=https://…`; their keys never reach a browser",
    secret: { 'LATCHKIT_BUNDLER_<reference>': 'address', 'LATCHKIT_PAYMASTER_<reference>': 'address' },
  },
  {
    names: ['LATCHKIT_SPONSOR_CONTEXT_<reference>'],
    absent: 'an empty object',
    text: 'context that the chain\'s paymaster requires (ERC-7677): a JSON object, for example `LATCHKIT_SPONSOR_CONTEXT_8453={"policyId":"…"}`; it never reaches a browser',
    secret: { 'LATCHKIT_SPONSOR_CONTEXT_<reference>': 'object' },
  },
  {
    names: ['LATCHKIT_BUNDLER_PORT'],
    absent: '–',
    text: 'port of the development bundler and paymaster, which serve the development chains; refused in production',
  },
  {
    names: ['LATCHKIT_LIMIT_PER_ADDRESS', 'LATCHKIT_LIMIT_PER_PROJECT', 'LATCHKIT_LIMIT_RPC_PER_PROJECT'],
    absent: [LIMITS.perAddress, LIMITS.perProject, LIMITS.rpcPerProject].join(', '),
    text: 'requests (JSON-RPC calls) per minute; 0: no limit',
  },
  {
    names: ['LATCHKIT_LIMIT_SIGN_IN'],
    absent: String(LIMITS.signInPerAddress),
    text: 'nonces, sign-ins, refreshes and revocations per IP address and minute; 0: no limit',
  },
  {
    names: ['LATCHKIT_EVENT_MB'],
    absent: String(STORAGE_QUOTAS.event.bytes / 1_000_000),
    text: 'megabytes of events that a project may store in a day, a tenth of them from one network; a project that stored more before this limit existed may go on',
  },
  {
    names: ['LATCHKIT_EVENT_DAYS'],
    absent: String(EVENT_DAYS),
    text: 'days for which events are kept; 0: until `events prune` deletes them',
  },
  {
    names: ['LATCHKIT_RELAY_MAILBOX'],
    absent: '`redis` with `REDIS_URL`, else `database`',
    text: 'where the relay stores undelivered messages; `memory` is fastest and loses them on restart',
  },
  {
    names: ['LATCHKIT_RELAY_URLS'],
    absent: '`/relay` of `LATCHKIT_PUBLIC_URL`',
    text: 'public URLs of the relay (`wss://…/relay`), comma-separated; production needs this or `LATCHKIT_PUBLIC_URL`, because tokens are issued for a URL',
  },
  {
    names: ['LATCHKIT_NETWORK_RELAY_URL'],
    absent: '`wss://relay.walletconnect.org`',
    text: 'relay of the WalletConnect network, for projects with an id there (`project set ID --relay-network PROJECT_ID`); in development it may be a stand-in, `ws://localhost:…`',
  },
  {
    names: ['LATCHKIT_NETWORK_RELAY_PORT'],
    absent: '4007',
    text: 'port of `latchkit-gateway network-relay`, the stand-in for development',
  },
  {
    names: ['LATCHKIT_RELAY_CLIENT_RATE', 'LATCHKIT_RELAY_TOPIC_RATE'],
    absent: [RELAY.perClient, RELAY.perTopic].join(', '),
    text: 'requests per second of a client, messages per second of a topic, with bursts of four times as many; 0: no limit',
  },
  {
    names: ['LATCHKIT_RELAY_MESSAGE_SIZE', 'LATCHKIT_RELAY_MAILBOX_SIZE'],
    absent: [RELAY.messageSize, RELAY.mailbox].join(', '),
    text: 'maximum size of a message in bytes (UTF-8); maximum number of undelivered messages of a topic',
  },
  {
    names: ['LATCHKIT_RELAY_CLIENT_BYTES', 'LATCHKIT_RELAY_NETWORK_BYTES', 'LATCHKIT_RELAY_MAILBOX_BYTES'],
    absent: '32 MiB, 256 MiB, 1 GiB (`memory`: 32, 128, 256 MiB)',
    text: 'bytes of undelivered messages of one client on one network, of one network (an IPv4 address or an IPv6 /64), and in total. Above these limits, the oldest messages of the sender with the most bytes are evicted',
  },
  {
    names: ['LATCHKIT_RELAY_IN_FLIGHT_BYTES', 'LATCHKIT_RELAY_OUTGOING_BYTES'],
    absent: '64 MiB, 128 MiB',
    text: 'bytes of requests in progress, above which the process stops reading; bytes of messages being delivered, above which each WebSocket gets at most 64 KiB, or one message, at a time',
  },
  {
    names: ['LATCHKIT_RELAY_SUBSCRIPTIONS'],
    absent: String(RELAY.subscriptions),
    text: 'topics per WebSocket',
  },
  {
    names: ['LATCHKIT_RELAY_SOCKETS_PER_ADDRESS', 'LATCHKIT_RELAY_SOCKETS'],
    absent: [RELAY.socketsPerAddress, RELAY.sockets].join(', '),
    text: 'WebSockets per IP address (0: no limit) and per process',
  },
  {
    names: ['LATCHKIT_TRUSTED_PROXIES'],
    absent: '–',
    text: 'proxies whose `X-Forwarded-For` is trusted: addresses, networks or `loopback`, comma-separated',
  },
  {
    names: ['LATCHKIT_METRICS_TOKEN'],
    absent: '–',
    text: 'bearer token for [`/metrics`](#metrics); in production the metrics are off without it',
    secret: { LATCHKIT_METRICS_TOKEN: 'text' },
  },
  {
    names: ['LATCHKIT_LOG'],
    absent: '`warn` in development, `info` in production',
    text: '`off`, `error`, `warn` or `info` (every request): lines of JSON, without queries, addresses and keys; written ten times a second, warnings and errors at once',
  },
  {
    names: ['LATCHKIT_TOKEN_LIST'],
    absent: 'widely held tokens',
    text: 'token list file (tokenlists.org format) of the tokens whose balances are read; for Solana tokens `chainId` is the CAIP-2 id',
  },
  {
    names: ['LATCHKIT_WALLETS'],
    absent: 'the built-in wallets',
    text: 'JSON file of [wallets](#wallets) that are added to the directory or replace built-in ones; read at startup',
  },
  {
    names: ['LATCHKIT_FARCASTER_RELAY'],
    absent: 'no logins with Farcaster',
    text: 'URL of a [relay of Sign In With Farcaster](https://github.com/latchkit/latchkit/blob/main/docs/social-login.md#farcaster), such as `https://relay.farcaster.xyz`. Wallet service and vault verify each login at the node in `LATCHKIT_RPC_10`, which production requires; a vault that runs alone needs both variables too',
  },
  {
    names: ['LATCHKIT_FARCASTER_CLIENT', 'LATCHKIT_FARCASTER_RELAY_KEY'],
    absent: 'no relay',
    text: 'run a [relay of Sign In With Farcaster](https://github.com/latchkit/latchkit/blob/main/docs/social-login.md#farcaster) at `/farcaster` for a wallet app of your own: URL of its page, and the key that it sends; at least 32 characters',
    secret: { LATCHKIT_FARCASTER_RELAY_KEY: 'text' },
  },
  {
    names: ['LATCHKIT_COINBASE_KEY', 'LATCHKIT_COINBASE_SECRET', 'LATCHKIT_COINBASE_WEBHOOK_SECRET'],
    absent: '–',
    text: 'id and secret of a CDP key, and the secret of its webhook: [visitors can buy](https://github.com/latchkit/latchkit/blob/main/docs/onramp.md) at Coinbase',
    secret: { LATCHKIT_COINBASE_SECRET: 'text', LATCHKIT_COINBASE_WEBHOOK_SECRET: 'text' },
  },
  {
    names: ['LATCHKIT_MELD_KEY', 'LATCHKIT_MELD_WEBHOOK_SECRET', 'LATCHKIT_MELD_URL'],
    absent: '–; `https://api.meld.io`',
    text: 'API key, secret of the webhook profile, and base URL: [visitors can buy](https://github.com/latchkit/latchkit/blob/main/docs/onramp.md) at Meld',
    secret: { LATCHKIT_MELD_KEY: 'text', LATCHKIT_MELD_WEBHOOK_SECRET: 'text' },
  },
  {
    names: ['LATCHKIT_PRICE_URL'],
    absent: 'US dollars from the pools of swaps',
    text: 'service that answers `POST { currency, assets }` with `{ prices: { asset: number } }`',
    secret: { LATCHKIT_PRICE_URL: 'address' },
  },
  {
    names: ['LATCHKIT_ONE_INCH_KEY', 'LATCHKIT_ZERO_EX_KEY'],
    absent: 'swaps by the pools on the chain only',
    text: 'key for the API of 1inch, or of 0x, whose quotes of swaps are then used first, in this order, on the chains that it serves',
    secret: { LATCHKIT_ONE_INCH_KEY: 'text', LATCHKIT_ZERO_EX_KEY: 'text' },
  },
  {
    names: ['LATCHKIT_INDEX'],
    absent: '31337 and 31338 in development',
    text: 'EVM chains whose blocks are indexed for account histories, for example `eip155:8453,eip155:10@120000000`: from the latest block on, or from a height; `off`: none',
  },
  {
    names: ['LATCHKIT_BLOCKSCOUT_<chain>'],
    absent: '–',
    text: 'URL of a service with the Blockscout API v2, used for histories of the chain',
    secret: { 'LATCHKIT_BLOCKSCOUT_<chain>': 'address' },
  },
  {
    names: ['LATCHKIT_ENS_<chain>'],
    absent: 'Ethereum, Sepolia',
    text: "address of ENS's universal resolver on another EVM chain",
  },
  {
    names: ['LATCHKIT_NAME_SUFFIX'],
    absent: '`.reown.id` in development; production registers no names',
    text: 'what [account names](https://github.com/latchkit/latchkit/blob/main/docs/names.md) end with: a domain of yours, such as `.example.com`; needs the embedded wallet, whose key signs the answers for ENS',
  },
  {
    names: ['LATCHKIT_CCIP_READ'],
    absent: '`off`',
    text: '`on`: also look up names whose records are on a server (CCIP-Read, EIP-3668), such as Basenames. The gateway then contacts public HTTPS servers that the contracts of the names point to',
  },
  {
    names: ['LATCHKIT_PICTURES'],
    absent: '`on` in development, `off` in production',
    text: '`on`: show avatars of names and previews of NFTs. The gateway fetches them for visitors, of up to 1 MiB, from the public HTTPS servers that their records name; without them and without `LATCHKIT_CCIP_READ` it contacts only hosts that the operator configured',
  },
];

/** The README's table. */
export function settingsTable(): string {
  const rows = settingRows.map(
    ({ names, absent, text }) => `| ${names.map(name => `\`${name}\``).join(', ')} | ${absent} | ${text} |`,
  );
  return ['| variable | default | what it sets |', '|---|---|---|', ...rows].join('\n');
}
