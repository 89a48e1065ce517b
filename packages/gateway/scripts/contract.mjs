// npm run contract -- --url https://gateway.example [--project ID] [--chain eip155:1] [--address 0x…] [--origin https://…] [--json]
// Sends every request of Latchkit's client to a service, ours or another, and checks the responses against the contract: the
// records of latchkit/protocol, and the specification's rules that a schema cannot express.
import { parseArgs } from 'node:util';
import * as protocol from 'latchkit/protocol';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    project: { type: 'string', default: '0'.repeat(32) },
    chain: { type: 'string', default: 'eip155:1' },
    address: { type: 'string', default: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
    origin: { type: 'string' },
    timeout: { type: 'string', default: '15000' },
    json: { type: 'boolean', default: false },
  },
});
if (!values.url) {
  console.error('Name the service: npm run contract -- --url http://localhost:4000');
  process.exit(2);
}
const base = values.url.replace(/\/+$/, '');
const sdk = { projectId: values.project, st: 'contract', sv: 'html-latchkit-1.0.0' };

async function send(
  path,
  { query = {}, body, method = body === undefined ? 'GET' : 'POST', bare = false } = {},
) {
  const parameters = new URLSearchParams({ ...(bare ? {} : sdk), ...query });
  return fetch(`${base}${path}?${parameters}`, {
    method,
    headers: {
      ...(values.origin ? { Origin: values.origin } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(Number(values.timeout)),
  });
}

function must(condition, message) {
  if (!condition) throw new Error(message);
}

/** Sends a call of the protocol. */
const make = (call, { params, ...options } = {}) =>
  send(protocol.callPath(call, params), { ...options, method: call.method });

/** Sends a call, and reads the response as clients do. */
async function read(call, options) {
  const response = await make(call, options);
  must(response.ok, `status ${response.status}`);
  const parsed = call.response.safeParse(await response.json());
  must(
    parsed.success,
    `the answer has another form: ${parsed.error?.issues[0]?.path.join('.')} ${parsed.error?.issues[0]?.message}`,
  );
  return parsed.data;
}

const wallets = query => read(protocol.listWalletsCall, { query });
const ids = ({ data }) => data.map(({ id }) => id).join();
let first;

async function image(call, id) {
  const response = await make(call, { params: { id } });
  must(response.ok, `status ${response.status}`);
  must(response.headers.get('content-type')?.startsWith('image/'), 'it is no image');
  must((await response.arrayBuffer()).byteLength > 0, 'it is empty');
}

async function refused(call, options) {
  const response = await make(call, options);
  must(response.status >= 400 && response.status < 500, `status ${response.status}, expected 4xx`);
}

const rpc = body => make(protocol.proxyRpcRequest.call, { query: { chainId: values.chain }, body });
const call = (id, method, params = []) => ({ jsonrpc: '2.0', id, method, params });
const { address } = values;
const session = `${values.chain}:${address}`;

/** Specification row, request, check. */
const contract = [
  ['CALL-01', 'GET /appkit/v1/config answers features', () => read(protocol.readProjectConfigCall)],
  ['CALL-02', 'GET /projects/v1/origins answers allowedOrigins', () => read(protocol.readAllowedOriginsCall)],
  [
    'CALL-03',
    'GET /getWallets answers data and count',
    async () => {
      first = await wallets({ page: '1', entries: '4' });
      must(first.data.length > 0 && first.data.length <= 4, `${first.data.length} entries, expected 1 to 4`);
      must(first.count >= first.data.length, 'count is less than what is listed');
    },
  ],
  [
    'CALL-03',
    'GET /getWallets pages stably',
    async () => {
      must(ids(await wallets({ page: '1', entries: '4' })) === ids(first), 'the same page twice differs');
      const second = await wallets({ page: '2', entries: '4' });
      must(
        second.data.every(({ id }) => !first.data.some(other => other.id === id)),
        'page 2 repeats page 1',
      );
    },
  ],
  [
    'CALL-03',
    'GET /getWallets includes',
    async () => {
      const [one] = first.data;
      must(ids(await wallets({ include: one.id })) === one.id, 'include lists something else');
    },
  ],
  [
    'CALL-03',
    'GET /getWallets excludes',
    async () => {
      const [one] = first.data;
      const rest = await wallets({ entries: '4', exclude: one.id });
      must(!rest.data.some(({ id }) => id === one.id), 'exclude lists the wallet');
    },
  ],
  [
    'CALL-03',
    'GET /getWallets searches',
    async () => {
      const [one] = first.data;
      const found = await wallets({ entries: '100', search: one.name });
      must(
        found.data.some(({ id }) => id === one.id),
        'search for its name does not find the wallet',
      );
    },
  ],
  ['CALL-03', 'GET /getWallets filters by chain', () => wallets({ chains: values.chain, entries: '4' })],
  [
    'CALL-04',
    'GET /getAnalyticsConfig answers isAnalyticsEnabled',
    async () => {
      const response = await make(protocol.readAnalyticsConfigCall);
      must(
        response.ok && typeof (await response.json()).isAnalyticsEnabled === 'boolean',
        'it is no boolean',
      );
    },
  ],
  [
    'CALL-06',
    'GET /getWalletImage/{id} answers an image',
    async () => {
      const shown = first.data.find(({ image_id }) => image_id);
      must(shown, 'no wallet has an image');
      await image(protocol.readWalletImageRequest.call, shown.image_id);
    },
  ],
  [
    'CALL-11',
    'POST /e takes an event',
    async () => {
      const response = await make(protocol.reportEventsCall, {
        body: {
          eventId: crypto.randomUUID(),
          url: 'https://contract.example/',
          domain: 'contract.example',
          timestamp: Date.now(),
          props: { type: 'track', event: 'CONTRACT_CHECK', address: values.address },
        },
      });
      must(response.ok, `status ${response.status}`);
    },
  ],
  [
    'CALL-16',
    'GET /v1/supported-chains answers CAIP-2 ids',
    async () => {
      const { http } = await read(protocol.listChainsCall);
      must(
        http.every(id => /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(id)),
        'an id is not CAIP-2',
      );
    },
  ],
  [
    'CALL-18',
    'GET /v1/account/{account}/history answers data and next',
    async () => {
      const { data } = await read(protocol.readHistoryCall, {
        params: { account: address },
        query: { chainId: values.chain },
      });
      must(
        data.every(one => protocol.accountTransaction.safeParse(one).success),
        'an entry cannot be read',
      );
    },
  ],
  [
    'CALL-27',
    'GET /v1/profile/account/{name} gives a reason for what is no name',
    async () => {
      const response = await make(protocol.readProfileCall, { params: { name: '-' } });
      must(response.status === 404, `status ${response.status}, expected 404`);
      const { reasons } = protocol.profileErrorAnswer.parse(await response.json());
      must(reasons?.[0]?.description, 'no reason is described');
    },
  ],
  [
    'CALL-36',
    'GET /v1/sessions/{id} is refused without a token',
    () => refused(protocol.listSignInsCall, { params: { id: session } }),
  ],
  [
    'CALL-37',
    'POST /v1/sessions/{id}/revoke is refused without a signature',
    () =>
      refused(protocol.revokeSignInCall, { params: { id: session }, body: { pci: '0', signature: '0x' } }),
  ],
  [
    'ENT-21',
    'POST /siwx/v1/nonce answers a fresh nonce',
    async () => {
      const domain = values.origin ? new URL(values.origin).host : 'contract.example';
      const nonces = [];
      for (let count = 0; count < 2; count += 1) {
        const { nonce } = await read(protocol.makeNonceCall, { body: { domain } });
        must(/^[0-9A-Za-z]{17,}$/.test(nonce), 'a nonce is too short, or has other characters');
        nonces.push(nonce);
      }
      must(nonces[0] !== nonces[1], 'two nonces are the same');
    },
  ],
  [
    'ENT-21',
    'GET /.well-known/jwks.json answers public keys',
    async () => {
      const { keys } = await read(protocol.readSigningKeysCall, { bare: true });
      must(keys.length > 0, 'there are none');
      must(!keys.some(key => 'd' in key), 'a key is private');
    },
  ],
  [
    'CALL-17',
    'GET /v1/identity/{address} answers a name or none',
    () => read(protocol.readIdentityCall, { params: { address }, query: { chainId: values.chain } }),
  ],
  [
    'CALL-19',
    'GET /v1/account/{address}/balance answers balances',
    async () => {
      const query = { currency: 'usd', chainId: values.chain };
      const { balances } = await read(protocol.readBalancesCall, { params: { address }, query });
      must(
        balances.some(one => protocol.tokenBalance.safeParse(one).success),
        'no entry can be read',
      );
    },
  ],
  [
    'CALL-26',
    'POST /v1/fungible/price answers fungibles',
    () =>
      read(protocol.readPricesCall, {
        body: { projectId: values.project, currency: 'usd', addresses: [`${values.chain}:native`] },
      }),
  ],
  [
    'CALL-40',
    'POST /v1 answers a call under its id',
    async () => {
      const answer = await (await rpc(call('a', 'eth_chainId'))).json();
      must(answer.id === 'a' && answer.jsonrpc === '2.0', 'the id or the version differs');
      must(Number(answer.result) === Number(values.chain.split(':')[1]), 'it is another chain');
    },
  ],
  [
    'CALL-41',
    'POST /v1 answers a batch',
    async () => {
      const answers = await (await rpc([call(1, 'eth_chainId'), call(2, 'eth_blockNumber')])).json();
      must(Array.isArray(answers) && answers.length === 2, 'two calls do not get two answers');
      must(
        [1, 2].every(id => answers.some(one => one.id === id && one.result)),
        'an answer is missing',
      );
    },
  ],
  ['CALL-10', 'a call without a project is refused', () => refused(protocol.listWalletsCall, { bare: true })],
  [
    'CALL-07',
    'an image that does not exist is refused',
    () => refused(protocol.readWalletImageRequest.call, { params: { id: '0'.repeat(40) } }),
  ],
];

const results = [];
for (const [row, title, check] of contract) {
  const reason = await Promise.resolve()
    .then(check)
    .then(
      () => undefined,
      error => error.message,
    );
  results.push({ row, title, ...(reason === undefined ? { ok: true } : { ok: false, reason }) });
  if (!values.json)
    console.log(
      `${reason === undefined ? 'ok    ' : 'FAILED'} ${row} ${title}${reason === undefined ? '' : `: ${reason}`}`,
    );
}
const failed = results.filter(({ ok }) => !ok).length;
if (values.json) console.log(JSON.stringify(results, undefined, 2));
else console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
