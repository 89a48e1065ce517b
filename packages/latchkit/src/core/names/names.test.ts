// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { nameMessage } from '../../protocol/gateway/nameMessages.js';
import { nameOrderTypedData } from '../../protocol/gateway/nameOrders.js';
import { connect } from '../connection/connect.js';
import { currentView } from '../modal/modalState.js';
import { openModal } from '../modal/openModal.js';
import {
  ADDRESS,
  connectionOf,
  connectorOf,
  scriptedAdapter,
} from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway, until } from '../testSupport/stubGateway.test-support.js';
import { fetchNames, prepareRegistration, registerName, suggestNames } from './nameService.js';
import { changeAccountName, registerAccountName } from './registerAccountName.js';

const REVERSE = `/v1/profile/reverse/${ADDRESS}`;
const ACCOUNT = '/v1/profile/account';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** As the gateway names itself, which may be another address than the page's. */
const GATEWAY = 'https://names.example';
const reasons = { reasons: [{ name: 'name', description: 'The registry is closed on Mondays' }] };

let gateway: StubGateway;
const kits: { destroy(): void }[] = [];

beforeEach(async () => {
  gateway = await startStubGateway({ '/v1/supported-chains': [200, { http: ['eip155:1'] }] });
  gateway.answers[REVERSE] = [200, { names: [], suffix: '.reown.id', gateway: GATEWAY }];
  gateway.answers[ACCOUNT] = [200, { name: 'alice.reown.id' }];
});
afterEach(async () => {
  for (const kit of kits.splice(0)) kit.destroy();
  await gateway.stop();
});

/** A kit that is connected to the embedded wallet, or to another one. */
async function connected(isEmbedded = true) {
  const connector = isEmbedded ? connectorOf('AUTH', { type: 'AUTH' }) : connectorOf('io.one');
  const adapter = scriptedAdapter('eip155', [connector]);
  adapter.answer.connect = async () => connectionOf(connector.id);
  const { kit } = startedKit({ gateway: gateway.url, features: { analytics: false } }, adapter);
  kits.push(kit);
  await connect(kit, { connectorId: connector.id });
  if (isEmbedded) {
    kit.kernel.set(({ namespaces }) => {
      const { eip155 } = namespaces;
      if (!eip155?.account.isConnected) return {};
      const user = { address: ADDRESS, chainId: 1, email: 'ada@example.com', accounts: [] };
      const info = {
        user,
        authProvider: 'email',
        accountType: 'eoa',
        isSmartAccountDeployed: false,
      } as const;
      const account = { ...eip155.account, embeddedWalletInfo: info as never };
      return { namespaces: { ...namespaces, eip155: { ...eip155, account } } };
    });
  }
  return { kit, adapter, chain: () => kit.store.getState().namespaces.eip155 };
}

describe('registerAccountName', () => {
  it('asks the wallet to sign, then registers once, with the signature [STATE-45] [CALL-30] [CALL-31]', async () => {
    const { kit, adapter, chain } = await connected();
    const order: string[] = [];
    const sign = adapter.signTypedData;
    adapter.signTypedData = async request => {
      order.push('sign');
      return (await sign?.(request)) ?? '';
    };
    gateway.answers[ACCOUNT] = () => {
      order.push('register');
      return [200, { name: 'alice.reown.id' }];
    };
    const before = Math.floor(Date.now() / 1_000);
    expect(await registerAccountName(kit, { name: 'Alice' })).toBe('alice.reown.id');
    expect(order).toEqual(['sign', 'register']);
    const [posted] = gateway.asked(ACCOUNT);
    const body = posted?.body as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(['address', 'coin_type', 'message', 'signature']);
    const message = nameMessage.parse(JSON.parse(String(body.message)));
    const scope = { gateway: GATEWAY, chainId: 1, account: ADDRESS, project: kit.options.projectId ?? '' };
    const typedData = nameOrderTypedData({ action: 'register', ...message }, scope);
    const signature = `signed:${JSON.stringify(typedData)}`;
    expect(body).toMatchObject({ coin_type: 60, address: ADDRESS, signature });
    expect(message).toMatchObject({ name: 'alice.reown.id', attributes: {} });
    expect(message.timestamp).toBeGreaterThanOrEqual(before);
    expect(message.timestamp).toBeLessThanOrEqual(Math.floor(Date.now() / 1_000));
    expect(chain()?.profileName).toBe('alice.reown.id');
  });

  it('sets the profile name, then shows the success view [STATE-46]', async () => {
    const { kit, chain } = await connected();
    openModal(kit, { view: 'RegisterAccountName' });
    const seen: (string | undefined)[] = [];
    kit.store.subscribe(({ modal }) => {
      if (currentView(modal).name === 'RegisterAccountNameSuccess') seen.push(chain()?.profileName);
    });
    await registerAccountName(kit, { name: 'alice' });
    expect(seen[0]).toBe('alice.reown.id');
  });

  it('stays on the register view with the error [STATE-47] [ERR-69] [ERR-73]', async () => {
    const { kit, chain } = await connected();
    openModal(kit, { view: 'RegisterAccountName' });
    for (const [body, message] of [
      [reasons, 'The registry is closed on Mondays'],
      [{}, 'Error registering name alice'],
    ] as const) {
      gateway.answers[ACCOUNT] = [409, body];
      await expect(registerAccountName(kit, { name: 'alice' })).rejects.toMatchObject({
        code: 'REGISTER_NAME_FAILED',
        message,
      });
      const { modal, names, transactionStack } = kit.store.getState();
      expect(currentView(modal).name).toBe('RegisterAccountName');
      expect(names?.registration).toMatchObject({ name: 'alice', status: 'error', error: { message } });
      expect(transactionStack).toEqual([]);
      expect(chain()?.profileName).toBeUndefined();
    }
  });

  it('sends nothing without an address or with another wallet [ERR-55]', async () => {
    const text = 'Address or auth connector not found';
    const { kit: other } = await connected(false);
    const { kit: none } = startedKit({ gateway: gateway.url, features: { analytics: false } });
    kits.push(none);
    for (const kit of [other, none]) {
      await expect(registerAccountName(kit, { name: 'alice' })).rejects.toThrow(text);
      await expect(changeAccountName(kit, { action: 'release' })).rejects.toThrow(text);
    }
    expect(gateway.asked().filter(({ url }) => url.pathname.startsWith('/v1/profile'))).toEqual([]);
  });

  it.each(['abc', 'ab_c', 'ab c1', 'a'.repeat(33)])('refuses %j before it asks anyone', async name => {
    const { kit } = await connected();
    await expect(registerAccountName(kit, { name })).rejects.toMatchObject({ code: 'INVALID_NAME' });
    expect(gateway.asked(ACCOUNT)).toEqual([]);
  });

  it('registers nothing where the gateway has no names', async () => {
    gateway.answers[REVERSE] = [200, { names: [], suffix: null }];
    const { kit } = await connected();
    await expect(registerAccountName(kit, { name: 'alice' })).rejects.toMatchObject({
      code: 'REGISTER_NAME_FAILED',
    });
    expect(gateway.asked(ACCOUNT)).toEqual([]);
  });

  it('does not show the name for another account that became active in the meantime', async () => {
    const { kit, adapter, chain } = await connected();
    gateway.answers[ACCOUNT] = () => {
      const accounts = [OTHER] as const;
      adapter.report({ type: 'changed', connection: { ...connectionOf('AUTH'), accounts } });
      return [200, { name: 'alice.reown.id' }];
    };
    await registerAccountName(kit, { name: 'alice' });
    expect(chain()?.account.address).toBe(OTHER);
    expect(chain()?.profileName).toBeUndefined();
  });
});

describe('changeAccountName', () => {
  it('signs the change and shows its result', async () => {
    gateway.answers[REVERSE] = [
      200,
      { names: [{ name: 'alice.reown.id', addresses: {} }], suffix: '.reown.id' },
    ];
    gateway.answers[`${ACCOUNT}/alice.reown.id`] = ({ body }) => {
      const { to } = JSON.parse((body as { message: string }).message);
      return [200, { name: to ?? null }];
    };
    const { kit, chain } = await connected();
    expect(await changeAccountName(kit, { action: 'rename', to: 'Alison' })).toBe('alison.reown.id');
    expect(chain()?.profileName).toBe('alison.reown.id');
    expect(await changeAccountName(kit, { action: 'release' })).toBeUndefined();
    expect(chain()?.profileName).toBeUndefined();
    const messages = gateway
      .asked(`${ACCOUNT}/alice.reown.id`)
      .map(({ body }) => JSON.parse((body as { message: string }).message));
    expect(messages).toEqual([
      { action: 'rename', to: 'alison.reown.id', name: 'alice.reown.id', timestamp: expect.any(Number) },
      { action: 'release', name: 'alice.reown.id', timestamp: expect.any(Number) },
    ]);
    const signed = gateway.asked(`${ACCOUNT}/alice.reown.id`).map(({ body }, index) => {
      // A gateway that names no origin is reached at its own.
      const scope = { gateway: gateway.url, chainId: 1, account: ADDRESS };
      const project = kit.options.projectId ?? '';
      const typedData = nameOrderTypedData(messages[index], { ...scope, project });
      return (body as { signature: string }).signature === `signed:${JSON.stringify(typedData)}`;
    });
    expect(signed).toEqual([true, true]);
  });
});

describe('prepareRegistration', () => {
  it('prepares what any wallet signs, with the time and the gateway [CALL-31]', async () => {
    const { kit } = await connected(false);
    const asked = { coinType: 2147483658, address: OTHER, name: 'bob.reown.id', attributes: { url: 'x' } };
    const names = { names: [], suffix: '.reown.id', gateway: GATEWAY };
    gateway.answers[`/v1/profile/reverse/${OTHER}`] = [200, names];
    const { message, typedData } = await prepareRegistration(kit, asked);
    const read = nameMessage.parse(JSON.parse(message));
    expect(read).toMatchObject({ name: 'bob.reown.id', attributes: { url: 'x' } });
    const scope = { gateway: GATEWAY, chainId: 10, account: OTHER, project: kit.options.projectId ?? '' };
    expect(typedData).toEqual(nameOrderTypedData({ action: 'register', ...read }, scope));
  });
});

describe('the time of an order', () => {
  it.each([-86_400_000, -600_000, 90_000, 3_600_000])(
    'is the gateway’s, of a page whose clock is %d ms off (GW-09)',
    async off => {
      const { kit } = await connected(false);
      gateway.answers[`/v1/profile/reverse/${OTHER}`] = [200, { names: [], suffix: '.reown.id' }];
      const right = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: right + off });
      onTestFinished(() => void vi.useRealTimers());
      const { message } = await prepareRegistration(kit, {
        coinType: 60,
        address: OTHER,
        name: 'bob.reown.id',
      });
      const { timestamp } = nameMessage.parse(JSON.parse(message));
      expect(Math.abs(timestamp * 1_000 - right)).toBeLessThan(10_000);
    },
  );
});

describe('registerName', () => {
  it('maps coinType to coin_type [CALL-32]', async () => {
    const { kit } = await connected();
    const signed = { coinType: 2147515000, address: ADDRESS, message: '{"name":"alice"}', signature: '0x01' };
    await registerName(kit, signed);
    const { coinType: coin_type, ...rest } = signed;
    expect(gateway.asked(ACCOUNT)[0]?.body).toEqual({ coin_type, ...rest });
  });
});

describe('names of an address', () => {
  it('are read after a login, and the first one is the profile name [CALL-28]', async () => {
    gateway.answers[REVERSE] = [
      200,
      { names: [{ name: 'alice.reown.id', addresses: {} }], suffix: '.reown.id' },
    ];
    const { chain, kit } = await connected();
    await until(() => chain()?.profileName !== undefined);
    expect(chain()?.profileName).toBe('alice.reown.id');
    expect(kit.store.getState().names?.suffix).toBe('.reown.id');
    expect(gateway.asked(REVERSE)).toHaveLength(1);
  });

  it('are not read for other wallets', async () => {
    const { kit } = await connected(false);
    await until(() => gateway.asked().some(({ url }) => url.pathname.startsWith('/v1/identity')));
    expect(gateway.asked(REVERSE)).toEqual([]);
    expect(kit.store.getState().names).toBeUndefined();
  });

  it('fail with the reason of the service, or a fixed text [ERR-69] [ERR-72]', async () => {
    const { kit } = await connected(false);
    gateway.answers[REVERSE] = [500, reasons];
    await expect(fetchNames(kit, ADDRESS)).rejects.toThrow('The registry is closed on Mondays');
    gateway.answers[REVERSE] = [500, {}];
    await expect(fetchNames(kit, ADDRESS)).rejects.toThrow(/^Error fetching names for address$/);
  });

  it('fail with a reason that hides nothing', async () => {
    const { kit } = await connected(false);
    gateway.answers[REVERSE] = [
      500,
      { reasons: [{ name: 'name', description: '\u202eClosed\u200b   today' }] },
    ];
    await expect(fetchNames(kit, ADDRESS)).rejects.toThrow(/^Closed today$/);
  });
});

describe('suggestNames', () => {
  const path = '/v1/profile/suggestions/alice';

  it('returns a list of name objects [ENT-23] [CALL-29]', async () => {
    const { kit } = await connected();
    const suggestions = [{ name: 'alice2.reown.id' }, { name: '\u202ealice3.reown.id' }];
    gateway.answers[path] = [200, { available: false, reason: 'This name is taken', suggestions }];
    expect(await suggestNames(kit, 'alice')).toEqual({
      available: false,
      reason: 'This name is taken',
      suggestions: [{ name: 'alice2.reown.id' }, { name: 'alice3.reown.id' }],
    });
  });

  it('fails with the reason of the service, or a fixed text [ERR-69] [ERR-71]', async () => {
    const { kit } = await connected();
    gateway.answers[path] = [500, reasons];
    await expect(suggestNames(kit, 'alice')).rejects.toThrow('The registry is closed on Mondays');
    gateway.answers[path] = [500, {}];
    await expect(suggestNames(kit, 'alice')).rejects.toThrow(/^Error fetching name suggestions$/);
  });
});
