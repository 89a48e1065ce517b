import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const EXPIRY = 1_900_000_000;

let chain: Anvil;
let world: EvmWorld;
beforeAll(async () => {
  chain = await startAnvil(31337);
});
afterAll(() => chain?.stop());
beforeEach(async () => {
  world = await evmWorld({ networks: [anvilNetwork(chain)] });
  await world.connect();
});
afterEach(() => {
  world.host.destroy();
  vi.unstubAllGlobals();
});

/** A wallet that responds to these methods, and knows no others of ERC-7715. Returns what it was asked. */
function knowing(methods: Readonly<Record<string, (asked: Record<string, unknown>) => unknown>>) {
  const { request } = world.wallet.provider;
  const asked: { method: string; params: unknown }[] = [];
  world.wallet.provider.request = async call => {
    if (!/Permission/.test(call.method)) return request(call);
    asked.push({ method: call.method, params: call.params });
    const respond = methods[call.method];
    if (!respond) throw Object.assign(new Error('unknown'), { code: -32601 });
    return (call.params as Record<string, unknown>[]).map(respond);
  };
  return asked;
}

const account = () => ({ connectorId: world.id, address: FIRST });
const permission = { type: 'native-token-transfer', data: { allowance: '0x10' } };
const gasLimit = { type: 'gas-limit', data: { limit: '0x5208' } };
async function grant() {
  const permissions = [{ to: SECOND, expiry: EXPIRY, permission, rules: [gasLimit] }];
  const grants = await world.adapter.grantPermissions?.({
    ...account(),
    network: anvilNetwork(chain),
    permissions,
  });
  const [first] = grants ?? [];
  if (!first) throw new Error('Nothing was granted.');
  return first;
}
const revoke = (granted: Awaited<ReturnType<typeof grant>>) =>
  world.adapter.revokePermissions?.({ ...account(), grant: granted });

describe('createPermissions', () => {
  it('asks for permissions, and revokes them, by the first version of ERC-7715 [CALL-46] [CALL-47]', async () => {
    const deployment = { factory: SECOND, factoryData: '0x12' };
    const smaller = { type: 'native-token-transfer', data: { allowance: '0x8' } };
    const asked = knowing({
      wallet_grantPermissions: one => ({
        ...one,
        permission: smaller,
        expiry: EXPIRY - 1,
        context: '0xc0',
        accountMeta: deployment,
        signerMeta: { delegationManager: SECOND },
      }),
      wallet_revokePermissions: () => ({}),
    });
    const granted = await grant();
    expect(granted).toEqual({
      method: 'wallet_grantPermissions',
      chainId: 'eip155:31337',
      context: '0xc0',
      from: FIRST,
      to: SECOND,
      expiry: EXPIRY - 1,
      permission: smaller,
      rules: [gasLimit],
      delegationManager: SECOND,
      dependencies: [deployment],
    });
    await revoke(granted);
    expect(asked).toEqual([
      {
        method: 'wallet_grantPermissions',
        params: [
          {
            chainId: '0x7a69',
            address: FIRST,
            expiry: EXPIRY,
            signer: { type: 'account', data: { address: SECOND } },
            permission,
            policies: [gasLimit],
          },
        ],
      },
      { method: 'wallet_revokePermissions', params: [{ permissionContext: '0xc0' }] },
    ]);
  });

  it('uses the second version with a wallet that knows only that, also to revoke', async () => {
    const asked = knowing({
      wallet_requestExecutionPermissions: one => ({ ...one, context: '0xc1', dependencies: [] }),
      wallet_revokeExecutionPermission: () => ({}),
    });
    const granted = await grant();
    expect(granted).toMatchObject({ context: '0xc1', from: FIRST, expiry: EXPIRY, rules: [gasLimit] });
    await revoke(granted);
    expect(asked.slice(1)).toEqual([
      {
        method: 'wallet_requestExecutionPermissions',
        params: [
          {
            chainId: '0x7a69',
            from: FIRST,
            to: SECOND,
            permission: { ...permission, isAdjustmentAllowed: false },
            rules: [{ type: 'expiry', data: { timestamp: EXPIRY } }, gasLimit],
          },
        ],
      },
      { method: 'wallet_revokeExecutionPermission', params: [{ permissionContext: '0xc1' }] },
    ]);
  });

  it('says that a wallet has no permissions, that the visitor refused, and that an answer is no grant', async () => {
    knowing({});
    await expect(grant()).rejects.toMatchObject({ code: 'PERMISSIONS_NOT_SUPPORTED' });
    const failing = (answer: unknown) =>
      knowing({
        wallet_grantPermissions: () => {
          if (answer instanceof Error) throw answer;
          return answer;
        },
      });
    failing(Object.assign(new Error('no'), { code: 4001 }));
    await expect(grant()).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    for (const answer of [null, {}, { context: '0xc2', chainId: '0x1' }]) {
      failing(answer);
      await expect(grant()).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
    }
  });
});
