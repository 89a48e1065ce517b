import { formatSiwxMessage, type SiwxMessage } from 'latchkit/protocol';
import {
  concatHex,
  type Hex,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { chainRequest } from '../../../test/chain/minimalContracts.js';
import {
  deployAccount,
  deployFactory,
  futureAccount,
  futureSignature,
} from '../../../test/chain/smartAccounts.js';
import { bitcoinSigner, polkadotSigner } from '../../../test/otherSigners.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { type FaultyUpstream, startFaultyUpstream } from '../../../test/servers/startFaultyUpstream.js';
import {
  ask,
  DOMAIN,
  messageOf,
  nonceOf,
  PAGE,
  refusal,
  type Signer,
  signedBody,
  signIn,
  solanaSigner,
} from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';

const CHAIN = 'eip155:31337';
const SAFE = '0x3000000000000000000000000000000000000001';
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const owner = privateKeyToAccount(`0x${'1'.repeat(64)}`);
const other = privateKeyToAccount(`0x${'2'.repeat(64)}`);

const signerOf = (account: typeof owner, chainId: Signer['chainId'] = CHAIN): Signer => ({
  chainId,
  address: account.address,
  sign: message => account.signMessage({ message }),
});
const eoa = signerOf(owner);
/** The compact form of a signature (EIP-2098): 64 bytes. */
const compact: Signer = {
  ...eoa,
  sign: async message =>
    serializeCompactSignature(
      signatureToCompactSignature(parseSignature(await owner.signMessage({ message }))),
    ),
};
/** A signature as hardware wallets write it: its last byte is 0 or 1, not 27 or 28. */
const hardware: Signer = {
  ...eoa,
  sign: async message => {
    const whole = await owner.signMessage({ message });
    return `${whole.slice(0, -2)}${whole.endsWith('1b') ? '00' : '01'}`;
  },
};
const safe: Signer = { ...eoa, address: SAFE };
const future: Signer = {
  chainId: CHAIN,
  address: futureAccount(owner.address),
  sign: async message => futureSignature(owner.address, await owner.signMessage({ message })),
};

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let faulty: FaultyUpstream;
let gateway: Gateway;

beforeAll(async () => {
  [database, anvil, faulty] = await Promise.all([
    openTestDatabase(),
    startAnvil(31337),
    startFaultyUpstream('eip155:31338'),
  ]);
  await deployAccount(anvil.url, SAFE, owner.address);
  await deployFactory(anvil.url);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: anvil.url, 'eip155:31338': faulty.url },
    publicUrl: 'https://gateway.example',
  });
  await gateway.projects.save({ id: 'shop', name: 'Shop', features: {}, allowedOrigins: [PAGE] });
});
afterAll(async () => {
  gateway.close();
  await Promise.all([database.close(), anvil.stop(), faulty.stop()]);
});
afterEach(() => {
  vi.useRealTimers();
});

const verify = (body: unknown, origin?: string) => ask(gateway, '/siwx/v1/verify', { body, origin });

/** The error for a signed message with a valid nonce in which one field differs. */
async function refused(more: Partial<SiwxMessage>, signer = eoa, origin?: string): Promise<string> {
  return refusal(verify(await signedBody(signer, messageOf(signer, await nonceOf(gateway), more)), origin));
}

describe('POST /siwx/v1/nonce', () => {
  it('returns a nonce of 128 bits that is valid for five minutes', async () => {
    const { status, json } = await ask(gateway, '/siwx/v1/nonce', { body: { domain: DOMAIN } });
    expect([status, json.nonce]).toEqual([200, expect.stringMatching(/^[0-9A-Za-z]{32}$/)]);
    expect(Math.abs(Date.parse(json.expirationTime) - Date.now() - 300_000)).toBeLessThan(5_000);
    expect(await nonceOf(gateway)).not.toBe(json.nonce);
  });

  it.each([
    ['another page', DOMAIN, 'https://evil.example'],
    ['another port', 'app.example', PAGE],
    ['an opaque origin', DOMAIN, 'null'],
    ['no host', 'app.example:8443/x', PAGE],
    ['a host in another form', 'APP.example:8443', PAGE],
    ['a user', 'me@app.example:8443', ''],
    ['a NUL', 'app\0.example', ''],
  ])('refuses %s', async (_, domain, origin) => {
    expect(await refusal(ask(gateway, '/siwx/v1/nonce', { body: { domain }, origin }))).toBe(
      '403 DOMAIN_MISMATCH',
    );
  });

  it('refuses a domain that the project does not allow, even if no page sends the request', async () => {
    const asking = { body: { domain: 'evil.example' }, origin: '', project: 'shop' };
    expect(await refusal(ask(gateway, '/siwx/v1/nonce', asking))).toBe('403 DOMAIN_MISMATCH');
    expect((await ask(gateway, '/siwx/v1/nonce', { ...asking, body: { domain: DOMAIN } })).status).toBe(200);
  });
});

describe('POST /siwx/v1/verify', () => {
  it.each([
    ['a key', eoa],
    ['a key in the compact form (EIP-2098)', compact],
    ['a contract (ERC-1271)', safe],
    ['a contract still to be made (ERC-6492)', future],
    ['a key of Solana', solanaSigner(SOLANA)],
    ['a key of Bitcoin', bitcoinSigner('p2wpkh')],
    ['a Taproot key of Bitcoin', bitcoinSigner('p2tr')],
    ['a key of Polkadot', polkadotSigner('sr25519')],
    ['a key of Polkadot that names its kind', polkadotSigner('ecdsa', true)],
    ['a key on a chain that nobody serves', signerOf(owner, 'eip155:424242')],
  ])('takes the signature of %s', async (_, signer) => {
    const { session, expirationTime, token } = await signIn(gateway, signer);
    expect(session).toMatchObject({
      accountAddress: `${signer.chainId}:${signer.address}`,
      chainId: signer.chainId,
      domain: DOMAIN,
      uri: `${PAGE}/login`,
    });
    expect(Math.abs(Date.parse(expirationTime) - Date.now() - 3_600_000)).toBeLessThan(10_000);
    expect((await ask(gateway, '/siwx/v1/session', { token })).json).toEqual({ session });
  });

  it('takes the signature of a hardware wallet, whose last byte is 0 or 1 (OWN-11)', async () => {
    for (let made = 0; made < 4; made++) {
      const { session } = await signIn(gateway, hardware);
      expect(session.accountAddress).toBe(`${CHAIN}:${owner.address}`);
    }
  });

  it('counts an account once, regardless of the case of its address', async () => {
    const { message, signature } = await signedBody(eoa, messageOf(eoa, await nonceOf(gateway)));
    const { json } = await verify({
      message,
      signature,
      accountAddress: `${CHAIN}:${owner.address.toLowerCase()}`,
    });
    expect(json.session.accountAddress).toBe(`${CHAIN}:${owner.address}`);
  });

  it.each<[string, Partial<SiwxMessage>, string]>([
    ['another domain', { domain: 'evil.example', uri: 'https://evil.example' }, '403 DOMAIN_MISMATCH'],
    ['a uri of another page', { uri: 'https://evil.example/' }, '401 URI_MISMATCH'],
    ['a uri of another port', { uri: 'https://app.example/' }, '401 URI_MISMATCH'],
    ['a uri with the domain as its user', { uri: `https://${DOMAIN}@evil.example/` }, '401 URI_MISMATCH'],
    [
      'a uri that begins like the domain',
      { uri: 'https://app.example.evil.example:8443/' },
      '401 URI_MISMATCH',
    ],
    ['a uri that is no page', { uri: `ftp://${DOMAIN}/` }, '401 URI_MISMATCH'],
    ['a uri of another scheme', { uri: `http://${DOMAIN}/` }, '401 DOMAIN_MISMATCH'],
    ['another scheme', { scheme: 'http' }, '401 URI_MISMATCH'],
    ['another chain', { chainId: 'eip155:1' }, '401 CHAIN_MISMATCH'],
    ['another account', { accountAddress: other.address }, '401 ACCOUNT_MISMATCH'],
    [
      'a time to come',
      { issuedAt: new Date(Date.now() + 3_600_000).toISOString() },
      '401 MESSAGE_FROM_FUTURE',
    ],
    [
      'what has expired',
      { expirationTime: new Date(Date.now() - 1_000).toISOString() },
      '401 MESSAGE_EXPIRED',
    ],
    [
      'what is not valid yet',
      { notBefore: new Date(Date.now() + 3_600_000).toISOString() },
      '401 MESSAGE_NOT_YET_VALID',
    ],
    ['a nonce of nobody', { nonce: 'a'.repeat(32) }, '401 INVALID_NONCE'],
  ])('refuses %s', async (_, more, code) => {
    expect(await refused(more)).toBe(code);
  });

  it('accepts a clock that is 30 s ahead', async () => {
    const ahead = new Date(Date.now() + 30_000).toISOString();
    expect((await signIn(gateway, eoa, { issuedAt: ahead, notBefore: ahead })).session.domain).toBe(DOMAIN);
  });

  it('refuses a message that another page sends', async () => {
    expect(await refused({}, eoa, 'https://evil.example')).toBe('403 DOMAIN_MISMATCH');
  });

  it('refuses a nonce that only contains a valid one', async () => {
    const nonce = await nonceOf(gateway);
    for (const near of [`${nonce}0`, `0${nonce}`, nonce.slice(0, -1), nonce.toUpperCase()]) {
      expect(await refusal(verify(await signedBody(eoa, messageOf(eoa, near))))).toBe('401 INVALID_NONCE');
    }
    expect((await verify(await signedBody(eoa, messageOf(eoa, nonce)))).status).toBe(200);
  });

  it('refuses a nonce of another project or another page', async () => {
    const foreign = await nonceOf(gateway, { project: 'shop' });
    expect(await refusal(verify(await signedBody(eoa, messageOf(eoa, foreign))))).toBe('401 INVALID_NONCE');
    const there = { origin: 'https://there.example', body: { domain: 'there.example' } };
    const { json } = await ask(gateway, '/siwx/v1/nonce', there);
    expect(await refusal(verify(await signedBody(eoa, messageOf(eoa, json.nonce))))).toBe(
      '401 INVALID_NONCE',
    );
  });

  it('refuses a nonce after five minutes', async () => {
    const nonce = await nonceOf(gateway);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    expect(await refusal(verify(await signedBody(eoa, messageOf(eoa, nonce))))).toBe('401 INVALID_NONCE');
  });

  it('refuses a message that was accepted before', async () => {
    const body = await signedBody(eoa, messageOf(eoa, await nonceOf(gateway)));
    expect((await verify(body)).status).toBe(200);
    expect(await refusal(verify(body))).toBe('401 INVALID_NONCE');
  });

  it('accepts one of many concurrent requests with the same message', async () => {
    const body = await signedBody(safe, messageOf(safe, await nonceOf(gateway)));
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await verify(body)).status));
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(401)]);
  });

  it.each<[string, (body: Awaited<ReturnType<typeof signedBody>>) => Promise<object>]>([
    ['of another key', async ({ message }) => ({ signature: await other.signMessage({ message }) })],
    ['of another text', async () => ({ signature: await owner.signMessage({ message: 'hello' }) })],
    // Without its last byte it could be a compact signature.
    ['without a byte', async ({ signature }) => ({ signature: `0x${signature.slice(4)}` })],
    ['that is no hex', async () => ({ signature: 'zz' })],
    ['that is half a byte', async ({ signature }) => ({ signature: `${signature}0` })],
    ['that is empty hex', async () => ({ signature: '0x' })],
    [
      'that only looks like one of ERC-6492',
      async ({ signature }) => ({ signature: concatHex([signature as Hex, `0x${'6492'.repeat(16)}`]) }),
    ],
  ])('refuses a signature %s, and the nonce is gone', async (_, change) => {
    for (const signer of [eoa, safe]) {
      const body = await signedBody(signer, messageOf(signer, await nonceOf(gateway)));
      const broken = { ...body, ...(await change(body)) };
      expect(await refusal(verify(broken))).toBe('401 INVALID_SIGNATURE');
      expect(await refusal(verify(body))).toBe('401 INVALID_NONCE');
    }
  });

  it('refuses on Solana another key, another form and the keys that anyone can sign for', async () => {
    const [one, two] = [solanaSigner(SOLANA), solanaSigner(SOLANA)];
    const attempt = async (signer: Signer, sign: Signer['sign']) => {
      const message = messageOf(signer, await nonceOf(gateway));
      return refusal(verify(await signedBody({ ...signer, sign }, message)));
    };
    expect(await attempt(one, two.sign)).toBe('401 INVALID_SIGNATURE');
    expect(await attempt(one, async () => '0OIl')).toBe('401 INVALID_SIGNATURE');
    expect(await attempt(one, async () => '1'.repeat(64))).toBe('401 INVALID_SIGNATURE');
    // R and S of zero: valid for every text under a key of small order.
    const nobody = { ...one, address: '1'.repeat(32) };
    expect(await attempt(nobody, async () => '1'.repeat(64))).toBe('401 INVALID_SIGNATURE');
  });

  it.each([
    ['no message', { message: 'hello' }, '400 INVALID_SIWX_MESSAGE'],
    ['no account', { accountAddress: owner.address }, '400 INVALID_ACCOUNT'],
    ['another kind of account', { accountAddress: 'bip122:1:abc' }, '400 INVALID_ACCOUNT'],
    ['nothing', { signature: '' }, '400 INVALID_BODY'],
    ['no text', { message: 1 }, '400 INVALID_BODY'],
  ])('refuses %s', async (_, more, code) => {
    const body = await signedBody(eoa, messageOf(eoa, 'a'.repeat(32)));
    expect(await refusal(verify({ ...body, ...more }))).toBe(code);
  });

  it('refuses the signature of a contract that does not exist or is on an unsupported chain', async () => {
    const absent: Signer = { ...eoa, address: '0x4000000000000000000000000000000000000001' };
    expect(await refused({}, absent)).toBe('401 INVALID_SIGNATURE');
    expect(await refused({}, { ...safe, chainId: 'eip155:424242' })).toBe('503 CHAIN_UNAVAILABLE');
  });

  it('refuses a contract while its chain is down, and accepts the same message when it is back', async () => {
    const away: Signer = { ...future, chainId: 'eip155:31338' };
    const body = await signedBody(away, messageOf(away, await nonceOf(gateway)));
    faulty.behave((_, response) => response.writeHead(500).end());
    const { status, json, headers } = await verify(body);
    expect([status, json.error.code, headers.get('Retry-After')]).toEqual([503, 'CHAIN_UNAVAILABLE', '5']);
    // An error of the node itself is not a refusal either.
    faulty.behave((_, response, text) => {
      const error = { code: -32603, message: 'out of order' };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(text).id, error }));
    });
    expect(await refusal(verify(body))).toBe('503 CHAIN_UNAVAILABLE');
    faulty.behave(async (_, response, text) => {
      const { method, params, id } = JSON.parse(text);
      const result = await chainRequest(anvil.url, method, params);
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
    expect((await verify(body)).status).toBe(200);
    expect(await refusal(verify(body))).toBe('401 INVALID_NONCE');
  });

  it('counts sign-ins towards a separate limit', async () => {
    const strict = await createGateway({ database, developmentMode: true, limits: { signInPerAddress: 2 } });
    const answers = [1, 2, 3].map(() => ask(strict, '/siwx/v1/nonce', { body: { domain: DOMAIN } }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 429]);
    expect((await ask(strict, '/v1/supported-chains')).status).toBe(200);
    strict.close();
  });

  it('parses the signed text only', async () => {
    const message = messageOf(eoa, await nonceOf(gateway), { statement: 'Sign in to Shop' });
    const body = await signedBody(eoa, message);
    const forged = formatSiwxMessage({ ...message, statement: 'Something else' });
    expect(await refusal(verify({ ...body, message: forged }))).toBe('401 INVALID_SIGNATURE');
  });
});
