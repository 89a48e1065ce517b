import {
  revokePermissionMessage,
  type StorePermissionBody,
  storedPermissionsAnswer,
} from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, DOMAIN, refusal, type Signer, signIn, solanaSigner } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { permissionStore } from './store.js';

const DAY = 24 * 60 * 60 * 1_000;

/** A signer with a key of its own, so that no test sees another's permissions. */
const newSigner = () => solanaSigner('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
const idOf = ({ chainId, address }: Signer) => `${chainId}:${address}`;
const granted = (context: string, expiry = Math.floor(Date.now() / 1_000) + 3_600): StorePermissionBody => ({
  context,
  method: 'wallet_grantPermissions',
  to: '0x1000000000000000000000000000000000000001',
  expiry,
  permission: { type: 'native-token-transfer', data: { allowance: '0x1' } },
  rules: [],
  delegationManager: null,
  dependencies: [],
});

let database: Database;
let gateway: Gateway;
beforeAll(async () => {
  database = await openTestDatabase();
  gateway = await createGateway({ database, developmentMode: true });
});
afterAll(async () => {
  gateway.close();
  await database.close();
});

const path = (signer: Signer) => `/v1/sessions/${encodeURIComponent(idOf(signer))}`;
const store = (signer: Signer, token: string, body: unknown) => ask(gateway, path(signer), { token, body });
const revoke = (signer: Signer, pci: string, signature: string) =>
  ask(gateway, `${path(signer)}/revoke`, { body: { pci, signature } });
const list = async (signer: Signer, token: string) =>
  storedPermissionsAnswer.parse((await ask(gateway, path(signer), { token })).json).data;

describe('/v1/sessions/{id}', () => {
  it('lists what an account granted, newest first, and each once [CALL-36]', async () => {
    const signer = newSigner();
    const { token } = await signIn(gateway, signer);
    for (const context of ['0x01', '0x02', '0x01']) await store(signer, token, granted(context));
    const listed = await list(signer, token);
    expect(listed.map(({ context }) => context)).toEqual(['0x02', '0x01']);
    const { createdAt, pci, ...stored } = listed[1] ?? {};
    expect(stored).toEqual({ ...granted('0x01', listed[1]?.expiry), domain: DOMAIN, revokedAt: null });
    expect([createdAt, pci]).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  it('requires the token of a sign-in of the account on this chain', async () => {
    const [signer, other] = [newSigner(), newSigner()];
    const { token } = await signIn(gateway, signer);
    const elsewhere: Signer = { ...signer, chainId: 'solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1' };
    for (const asked of [other, elsewhere]) {
      expect(await refusal(ask(gateway, path(asked), { token }))).toBe('401 INVALID_TOKEN');
      expect(await refusal(store(asked, token, granted('0x01')))).toBe('401 INVALID_TOKEN');
    }
    expect(await refusal(ask(gateway, path(signer)))).toBe('401 INVALID_TOKEN');
    expect(await refusal(store(signer, token, { ...granted('0x01'), expiry: 'soon' }))).toBe(
      '400 INVALID_BODY',
    );
  });

  it('has at most 100 permissions of an account', async () => {
    const signer = newSigner();
    const { token } = await signIn(gateway, signer);
    const all = await Promise.all(
      Array.from({ length: 101 }, (_, index) => store(signer, token, granted(`0x${index}`))),
    );
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter(status => status === 409)).toHaveLength(1);
    expect(await list(signer, token)).toHaveLength(100);
  });
});

describe('POST /v1/sessions/{id}/revoke', () => {
  it('marks a permission as revoked by its account’s signature, once [CALL-37]', async () => {
    const [signer, other] = [newSigner(), newSigner()];
    const { token } = await signIn(gateway, signer);
    const { pci } = (await store(signer, token, granted('0x01'))).json;
    const text = revokePermissionMessage(idOf(signer), pci, 'http://localhost');
    const elsewhere = revokePermissionMessage(idOf(signer), pci, 'https://other.example');
    expect(await refusal(revoke(signer, pci, await signer.sign(elsewhere)))).toBe('401 INVALID_SIGNATURE');
    expect(await refusal(revoke(signer, pci, await other.sign(text)))).toBe('401 INVALID_SIGNATURE');
    expect(await refusal(revoke(other, pci, await other.sign(text)))).toBe('404 PERMISSION_NOT_FOUND');
    expect((await list(signer, token))[0]?.revokedAt).toBeNull();
    const { status, json } = await revoke(signer, pci, await signer.sign(text));
    expect([status, json]).toEqual([200, { pci, revokedAt: expect.stringMatching(/Z$/) }]);
    expect((await revoke(signer, pci, await signer.sign(text))).json).toEqual(json);
    expect((await list(signer, token))[0]?.revokedAt).toBe(json.revokedAt);
  });
});

describe('permissionStore', () => {
  it('keeps a permission for 30 days after its expiry', async () => {
    const owner = { projectId: '0'.repeat(32), account: 'eip155:1:0x0' };
    const start = Date.UTC(2030, 0);
    let now = start;
    const permissions = permissionStore(database, () => now);
    const one = (pci: string) => ({ pci, domain: DOMAIN, granted: granted(pci, start / 1_000) });
    await permissions.add(owner, one('old'), 9);
    now = start + 29 * DAY;
    await permissions.add(owner, one('late'), 9);
    expect((await permissions.list(owner)).map(({ pci }) => pci)).toEqual(['late', 'old']);
    now = start + 31 * DAY;
    await permissions.add(owner, { ...one('new'), granted: granted('new', now / 1_000) }, 9);
    expect((await permissions.list(owner)).map(({ pci }) => pci)).toEqual(['new']);
  });
});
