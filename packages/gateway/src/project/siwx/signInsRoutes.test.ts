import { accountSignInsAnswer, revokeSignInMessage } from 'latchkit/protocol';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deployAccount,
  deployFactory,
  futureAccount,
  futureSignature,
} from '../../../test/chain/smartAccounts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { ask, DOMAIN, refusal, type Signer, signIn, solanaSigner } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';

const CHAIN = 'eip155:31337';
const SAFE = '0x3000000000000000000000000000000000000001';
const owner = privateKeyToAccount(`0x${'1'.repeat(64)}`);
const other = privateKeyToAccount(`0x${'2'.repeat(64)}`);

const signerOf = (account: typeof owner, chainId: Signer['chainId'] = CHAIN): Signer => ({
  chainId,
  address: account.address,
  sign: message => account.signMessage({ message }),
});
const eoa = signerOf(owner);
const idOf = ({ chainId, address }: Signer) => `${chainId}:${address}`;

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let gateway: Gateway;

beforeAll(async () => {
  [database, anvil] = await Promise.all([openTestDatabase(), startAnvil(31337)]);
  await deployAccount(anvil.url, SAFE, owner.address);
  await deployFactory(anvil.url);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: anvil.url, 'eip155:31338': 'http://127.0.0.1:1' },
  });
  await gateway.projects.save({ id: 'shop', name: 'Shop', features: {}, allowedOrigins: [] });
});
afterAll(async () => {
  gateway.close();
  await Promise.all([database.close(), anvil.stop()]);
});

const list = (id: string, token?: string, project?: string) =>
  ask(gateway, `/siwx/v1/sessions/${encodeURIComponent(id)}`, {
    ...(token === undefined ? {} : { token }),
    ...(project === undefined ? {} : { project }),
  });

const revoke = (id: string, pci: string, signature: string) =>
  ask(gateway, `/siwx/v1/sessions/${encodeURIComponent(id)}/revoke`, { body: { pci, signature } });

describe('GET /siwx/v1/sessions/{id}', () => {
  it('lists the sign-ins of the account, newest first', async () => {
    const signer = solanaSigner('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
    const first = await signIn(gateway, signer);
    const second = await signIn(gateway, signer);
    await ask(gateway, '/siwx/v1/session', { method: 'DELETE', token: first.token });
    const { status, json } = await list(idOf(signer), second.token);
    expect(status).toBe(200);
    const { data } = accountSignInsAnswer.parse(json);
    expect(data).toEqual([
      {
        pci: second.session.id,
        chainId: signer.chainId,
        createdAt: second.session.issuedAt,
        expiry: second.session.expirationTime,
        revokedAt: null,
        domain: DOMAIN,
      },
      expect.objectContaining({ pci: first.session.id, revokedAt: expect.stringMatching(/Z$/) }),
    ]);
  });

  it('requires a token of that account and project', async () => {
    const { token } = await signIn(gateway, eoa);
    const foreign = await signIn(gateway, signerOf(other));
    expect((await list(idOf(eoa).toLowerCase(), token)).status).toBe(200);
    for (const [id, given, project] of [
      [idOf(eoa), undefined, undefined],
      [idOf(eoa), 'x', undefined],
      [idOf(eoa), foreign.token, undefined],
      [`eip155:1:${owner.address}`, token, undefined],
      [idOf(eoa), token, 'shop'],
    ] as const) {
      expect(await refusal(list(id, given, project))).toBe('401 INVALID_TOKEN');
    }
    expect(await refusal(list('hello', token))).toBe('400 INVALID_PATH');
    await ask(gateway, '/siwx/v1/session', { method: 'DELETE', token });
    expect(await refusal(list(idOf(eoa), token))).toBe('401 SESSION_REVOKED');
  });
});

describe('POST /siwx/v1/sessions/{id}/revoke', () => {
  const future: Signer = {
    chainId: CHAIN,
    address: futureAccount(owner.address),
    sign: async message => futureSignature(owner.address, await owner.signMessage({ message })),
  };
  it.each([
    ['a key', eoa],
    ['a contract', { ...eoa, address: SAFE }],
    ['a contract still to be made', future],
    ['a key of Solana', solanaSigner('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')],
  ])('ends a session by the signature of %s, and says when again', async (_, signer) => {
    const { token, session } = await signIn(gateway, signer);
    const signature = await signer.sign(revokeSignInMessage(idOf(signer), session.id, 'http://localhost'));
    const { status, json } = await revoke(idOf(signer), session.id, signature);
    expect([status, json]).toEqual([200, { pci: session.id, revokedAt: expect.stringMatching(/Z$/) }]);
    expect(await refusal(ask(gateway, '/siwx/v1/session', { token }))).toBe('401 SESSION_REVOKED');
    expect((await revoke(idOf(signer), session.id, signature)).json).toEqual(json);
  });

  it('refuses the signature of another account, over another session, and another account’s session', async () => {
    const { token, session } = await signIn(gateway, eoa);
    const text = revokeSignInMessage(idOf(eoa), session.id);
    const foreign = await other.signMessage({ message: text });
    expect(await refusal(revoke(idOf(eoa), session.id, foreign))).toBe('401 INVALID_SIGNATURE');
    const elsewhere = await owner.signMessage({ message: revokeSignInMessage(idOf(eoa), '0'.repeat(32)) });
    expect(await refusal(revoke(idOf(eoa), session.id, elsewhere))).toBe('401 INVALID_SIGNATURE');
    const theirs = idOf(signerOf(other));
    const own = await other.signMessage({ message: revokeSignInMessage(theirs, session.id) });
    expect(await refusal(revoke(theirs, session.id, own))).toBe('404 SESSION_NOT_FOUND');
    expect(await refusal(revoke(idOf(eoa), 'none', foreign))).toBe('404 SESSION_NOT_FOUND');
    expect((await ask(gateway, '/siwx/v1/session', { token })).status).toBe(200);
  });

  it('refuses a text for another gateway, and accepts one without a gateway until version 0.3 [SEC-112]', async () => {
    const { session } = await signIn(gateway, eoa);
    const text = (origin?: string) => revokeSignInMessage(idOf(eoa), session.id, origin);
    const foreign = await eoa.sign(text('https://other.example'));
    expect(await refusal(revoke(idOf(eoa), session.id, foreign))).toBe('401 INVALID_SIGNATURE');
    expect((await revoke(idOf(eoa), session.id, await eoa.sign(text()))).status).toBe(200);
  });

  it('does not end the session while the chain of the account is unavailable', async () => {
    const away = { ...eoa, chainId: 'eip155:31338' as const };
    const { token, session } = await signIn(gateway, away);
    const broken = futureSignature(owner.address, await owner.signMessage({ message: 'x' }));
    expect(await refusal(revoke(idOf(away), session.id, broken))).toBe('503 CHAIN_UNAVAILABLE');
    expect((await ask(gateway, '/siwx/v1/session', { token })).status).toBe(200);
  });
});
