/** Variables that are described together. */
export interface SettingRow {
  /** `<…>` stands for a chain. */
  readonly names: readonly string[];
  /** What holds when none of them is set. */
  readonly absent: string;
  /** What they set, as Markdown. */
  readonly text: string;
}

/** Every environment variable of the gateway. The README's table, and what is refused as unknown, are made from it. */
export const settingRows: readonly SettingRow[] = [
  {
    names: ['NODE_ENV'],
    absent: 'development',
    text: '`production` refuses the development project (32 zeros), the development chains and short tokens, and listens on all addresses',
  },
  {
    names: ['LATCHKIT_GATEWAY_PORT'],
    absent: '4000',
    text: 'port',
  },
  {
    names: ['LATCHKIT_FRAME_PORT', 'LATCHKIT_VAULT_PORT'],
    absent: "the gateway's port + 1, + 2",
    text: 'ports of the [embedded wallet](#the-embedded-wallet): frame and vault',
  },
  {
    names: ['LATCHKIT_FRAME_URL', 'LATCHKIT_VAULT_URL'],
    absent: 'this machine, at these ports',
    text: 'origins where browsers reach them; in production there is no embedded wallet without both',
  },
  {
    names: ['LATCHKIT_KEK_FILE', 'LATCHKIT_VAULT_KEK_FILE'],
    absent: 'made for development, beside the data',
    text: 'key files of the two stores: mode 0600, outside of the data; `latchkit-gateway kek make FILE`',
  },
  {
    names: ['LATCHKIT_KEK_KMS', 'LATCHKIT_VAULT_KEK_KMS'],
    absent: '–',
    text: 'ARN of an AWS KMS key instead of a file; credentials as `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or those of the container',
  },
  {
    names: ['LATCHKIT_KMS_ENDPOINT'],
    absent: "AWS's own",
    text: 'another address of KMS',
  },
  {
    names: ['LATCHKIT_KEK', 'LATCHKIT_VAULT_KEK'],
    absent: '–',
    text: 'a key (32 bytes, base64) instead of a file; refused in production',
  },
  {
    names: ['LATCHKIT_ONLY'],
    absent: '–',
    text: '`gateway` or `vault`: the half of the embedded wallet that this process serves, as `--only` says',
  },
  {
    names: ['LATCHKIT_NEW_DEVICE'],
    absent: 'link',
    text: '`code`: on a new device one mail with a code is enough, instead of a link and a code; refused where gateway and vault run apart. [What that gives up](../../docs/embedded-wallet.md#one-mail-instead-of-two)',
  },
  {
    names: ['LATCHKIT_SMTP_URL', 'LATCHKIT_MAIL_FROM', 'LATCHKIT_VAULT_SMTP_URL', 'LATCHKIT_VAULT_MAIL_FROM'],
    absent: "`/dev/inbox` in development; the vault's: as the gateway's",
    text: 'how the two send mail',
  },
  {
    names: ['LATCHKIT_VAULT_DATABASE_URL'],
    absent: "the gateway's database",
    text: 'PostgreSQL server of the vault',
  },
  {
    names: ['LATCHKIT_AUDIT_DIR'],
    absent: 'beside the data, `.latchkit/gateway-audit`',
    text: "folder outside of the data for the signed checkpoints of the wallet's audit logs, which `audit verify` reads: keep it append-only, and copies of it elsewhere",
  },
  {
    names: ['LATCHKIT_FRAME_DIR'],
    absent: "the package's own",
    text: 'folder of the built wallet page, served at `/frame`',
  },
  {
    names: ['LATCHKIT_DEMO_PORT'],
    absent: '–',
    text: 'port of the demo; in development the embedded wallet trusts its page, `http://localhost:` with this port',
  },
  {
    names: ['LATCHKIT_GATEWAY_HOST'],
    absent: '127.0.0.1 in development, all in production',
    text: 'address to listen on',
  },
  {
    names: ['LATCHKIT_PUBLIC_URL'],
    absent: 'where each request went',
    text: 'where browsers reach the gateway, for addresses of images',
  },
  {
    names: ['DATABASE_URL'],
    absent: '–',
    text: 'PostgreSQL server; without it PGlite runs inside the process',
  },
  {
    names: ['LATCHKIT_DATA_DIR'],
    absent: '`.latchkit/gateway`',
    text: "PGlite's folder; one process at a time",
  },
  {
    names: ['REDIS_URL'],
    absent: '–',
    text: 'Redis or Valkey, which replicas share; without it each process counts and caches for itself',
  },
  {
    names: ['LATCHKIT_RPC_<reference>'],
    absent: 'a public node',
    text: "where a chain's calls go, for example `LATCHKIT_RPC_8453=https://…`; several, in the order of preference, with commas between; may carry `user:password@`",
  },
  {
    names: ['LATCHKIT_CHAIN_A_PORT', 'LATCHKIT_CHAIN_B_PORT', 'LATCHKIT_SOLANA_PORT'],
    absent: '8545, 8546, 8899',
    text: 'ports of the development chains 31337, 31338 and of Solana',
  },
  {
    names: ['LATCHKIT_LIMIT_PER_ADDRESS', 'LATCHKIT_LIMIT_PER_PROJECT', 'LATCHKIT_LIMIT_RPC_PER_PROJECT'],
    absent: '6000, 600000, 600000',
    text: 'requests (JSON-RPC calls) per minute; 0: no limit',
  },
  {
    names: ['LATCHKIT_LIMIT_SIGN_IN'],
    absent: '600',
    text: 'nonces, sign-ins, refreshes and revocations of an address per minute; 0: no limit',
  },
  {
    names: ['LATCHKIT_RELAY_MAILBOX'],
    absent: '`redis` with `REDIS_URL`, else `database`',
    text: 'where messages of the relay wait: `memory` is quickest and forgets them at a restart',
  },
  {
    names: ['LATCHKIT_RELAY_URLS'],
    absent: '`/relay` of `LATCHKIT_PUBLIC_URL`',
    text: 'public addresses of the relay (`wss://…/relay`), with commas between; in production the relay needs one of the two, because tokens are made for an address',
  },
  {
    names: ['LATCHKIT_RELAY_CLIENT_RATE', 'LATCHKIT_RELAY_TOPIC_RATE'],
    absent: '500, 500',
    text: 'requests of a client, messages of a topic per second, four times as many at once; 0: no limit',
  },
  {
    names: ['LATCHKIT_RELAY_MESSAGE_SIZE', 'LATCHKIT_RELAY_MAILBOX_SIZE'],
    absent: '524288, 1000',
    text: 'bytes of a message in UTF-8; messages that wait in a topic',
  },
  {
    names: ['LATCHKIT_RELAY_CLIENT_BYTES', 'LATCHKIT_RELAY_NETWORK_BYTES', 'LATCHKIT_RELAY_MAILBOX_BYTES'],
    absent: '32 MiB, 256 MiB, 1 GiB (`memory`: 32, 128, 256 MiB)',
    text: 'bytes of the waiting messages of one client on one network, of one network (an IPv4 address, a /64 of IPv6), and of all. Above them the oldest messages of the heaviest sender are evicted',
  },
  {
    names: ['LATCHKIT_RELAY_IN_FLIGHT_BYTES', 'LATCHKIT_RELAY_OUTGOING_BYTES'],
    absent: '64 MiB, 128 MiB',
    text: 'bytes of requests under way, above which the process reads no more; bytes of messages on their way to clients, above which each socket gets at most 64 KiB, or one message, at a time',
  },
  {
    names: ['LATCHKIT_RELAY_SUBSCRIPTIONS'],
    absent: '5000',
    text: 'topics of a socket',
  },
  {
    names: ['LATCHKIT_RELAY_SOCKETS_PER_ADDRESS', 'LATCHKIT_RELAY_SOCKETS'],
    absent: '500, 15000',
    text: 'sockets of an address (0: no limit), and of the process',
  },
  {
    names: ['LATCHKIT_TRUSTED_PROXIES'],
    absent: '–',
    text: 'proxies whose `X-Forwarded-For` counts: addresses, networks, or `loopback`, with commas between',
  },
  {
    names: ['LATCHKIT_METRICS_TOKEN'],
    absent: '–',
    text: 'bearer token of [`/metrics`](#metrics); in production nobody reads it without one',
  },
  {
    names: ['LATCHKIT_LOG'],
    absent: 'warn in development, info in production',
    text: '`off`, `error`, `warn` or `info` (every request): lines of JSON, without queries, addresses and keys; written ten times a second, warnings and errors at once',
  },
  {
    names: ['LATCHKIT_TOKEN_LIST'],
    absent: 'widely held tokens',
    text: 'file in the form of tokenlists.org: the tokens whose balances are read; a token of Solana has the CAIP-2 id of its network as `chainId`',
  },
  {
    names: ['LATCHKIT_WALLETS'],
    absent: 'the built-in wallets',
    text: 'JSON file of [wallets](#wallets) that are added to the directory, or replace built-in ones; read at the start',
  },
  {
    names: ['LATCHKIT_PRICE_URL'],
    absent: '–',
    text: 'service that answers `POST { currency, assets }` with `{ prices: { asset: number } }`; without it no price is shown',
  },
  {
    names: ['LATCHKIT_INDEX'],
    absent: '31337 and 31338 in development',
    text: 'EVM chains whose blocks are stored for histories, for example `eip155:8453,eip155:10@120000000`: from the newest block on, or from a height; `off`: none',
  },
  {
    names: ['LATCHKIT_BLOCKSCOUT_<chain>'],
    absent: '–',
    text: "address of a service with Blockscout's API v2 that knows histories of the chain",
  },
  {
    names: ['LATCHKIT_ENS_<chain>'],
    absent: 'Ethereum, Sepolia',
    text: "address of ENS's universal resolver on another EVM chain",
  },
  {
    names: ['LATCHKIT_CCIP_READ'],
    absent: '`off`',
    text: '`on`: names whose records a server holds (CCIP-Read, EIP-3668), Basenames among them, are looked up too. The gateway then asks public HTTPS servers that the contracts of the names point to; otherwise it asks only hosts that the operator named',
  },
];

/** The table as it stands in the README. */
export function settingsTable(): string {
  const rows = settingRows.map(
    ({ names, absent, text }) => `| ${names.map(name => `\`${name}\``).join(', ')} | ${absent} | ${text} |`,
  );
  return ['| variable | default | what it sets |', '|---|---|---|', ...rows].join('\n');
}
