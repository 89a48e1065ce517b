import { afterEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { createEip1193 } from './createEip1193.js';
import { createUniversalProvider } from './createUniversalProvider.js';
import {
  ADDRESS,
  createProviderWorld,
  evmNamespaces,
  OTHER,
  type ProviderWorld,
} from './provider.test-support.js';

const soon = { timeout: 60_000, interval: 10 };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function world(...more: Parameters<typeof createProviderWorld>): Promise<ProviderWorld> {
  const made = await createProviderWorld(...more);
  ends.push(made.end);
  return made;
}

async function connected(
  chains = ['eip155:1'],
  methods = ['personal_sign'],
  approved = chains,
): Promise<ProviderWorld> {
  const made = await world();
  made.script.approve = evmNamespaces(approved, methods);
  await made.provider.connect({ chains });
  return made;
}

describe('createUniversalProvider', () => {
  it('creates a session with connect, whose accounts the page reads [STATE-32]', async () => {
    const { provider, wallet } = await world();
    const heard = vi.fn();
    provider.on('connect', heard);
    const session = await provider.connect({ chains: ['eip155:1'] });
    expect(provider.session).toEqual(session);
    expect(heard).toHaveBeenCalledExactlyOnceWith({ session });
    expect(provider.addresses('eip155')).toEqual([ADDRESS]);
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ADDRESS]);
    await vi.waitFor(() => expect(wallet.sessions()[0]?.acknowledged).toBe(true), soon);
  });

  it('clears the session with disconnect, and emits a disconnect [STATE-33]', async () => {
    const { provider, wallet } = await connected();
    const heard = vi.fn();
    provider.on('disconnect', heard);
    await provider.disconnect();
    expect(provider.session).toBeUndefined();
    expect(heard).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 4900 }));
    await vi.waitFor(() => expect(wallet.sessions()).toEqual([]), soon);
  });

  it('clears the session when the wallet deletes it, and emits a disconnect [STATE-34]', async () => {
    const { provider, wallet, script } = await connected();
    const heard = vi.fn();
    provider.on('disconnect', heard);
    script.answer = () => undefined;
    const pending = awaitedLater(
      expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({
        code: 'WC_SESSION_ENDED',
      }),
    );
    await vi.waitFor(() => expect(wallet.requests()).toHaveLength(1), soon);
    await wallet.disconnect(wallet.sessions()[0]?.topic ?? '');
    await pending;
    expect(provider.session).toBeUndefined();
    expect(heard).toHaveBeenCalledOnce();
  });

  it('drops the session and sends a new proposal when other chains are requested [STATE-35]', async () => {
    const { provider, script, proposals } = await connected(['eip155:1', 'eip155:10'], undefined, [
      'eip155:1',
    ]);
    const first = provider.session?.topic;
    // Chains that the wallet left out are no reason to propose again: that would never end.
    await provider.connect({ chains: ['eip155:10', 'eip155:1'] });
    expect([provider.session?.topic, proposals.length]).toEqual([first, 1]);
    const heard = vi.fn();
    provider.on('disconnect', heard);
    script.approve = evmNamespaces(['eip155:137']);
    const { topic } = await provider.connect({ chains: ['eip155:137'] });
    expect(topic).not.toBe(first);
    expect(heard).toHaveBeenCalledOnce();
    expect(proposals[1]?.optionalNamespaces.eip155?.chains).toEqual(['eip155:137']);
  });

  it('throws CONNECT_FIRST for a namespace that is not connected [VAL-06]', async () => {
    const { provider } = await connected();
    const request = provider.request(
      { method: 'solana_signMessage' },
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    );
    await expect(request).rejects.toThrow(/^Please call connect\(\) before request\(\)$/);
    await expect(provider.request({ method: 'x' }, 'nothing')).rejects.toMatchObject({
      code: 'INVALID_CAIP_NETWORK_ID',
    });
  });

  it('throws CONNECT_FIRST before there is a session [ERR-64]', async () => {
    const { provider } = await world();
    await expect(provider.request({ method: 'eth_chainId' })).rejects.toThrow(
      'Please call connect() before request()',
    );
  });

  it('throws WC_NOT_INITIALIZED before it is initialized [ERR-65]', async () => {
    const { provider } = await world();
    await expect(provider.ping()).rejects.toThrow('Sign Client not initialized');
    await expect(provider.disconnect()).rejects.toThrow('Sign Client not initialized');
  });

  it('throws NO_RPC_URL when it has no URL for reads [ERR-66]', async () => {
    const { provider } = await connected();
    await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toThrow(
      /^No RPC url provided for chainId eip155:1/,
    );
  });

  it('fetches a call status only when the wallet approved it [ERR-67]', async () => {
    const { provider } = await connected();
    await expect(provider.request({ method: 'wallet_getCallsStatus', params: ['0x1'] })).rejects.toThrow(
      'Fetching call status not approved by the wallet.',
    );
    const other = await connected(['eip155:1'], ['wallet_getCallsStatus']);
    expect(await other.provider.request({ method: 'wallet_getCallsStatus', params: ['0x1'] })).toBe('0x01');
  });

  it('fails to switch to a chain that is not approved, without an approval to add chains [ERR-68]', async () => {
    const { provider, requests } = await connected(
      ['eip155:1'],
      ['personal_sign', 'wallet_switchEthereumChain'],
    );
    const request = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] };
    await expect(provider.request(request)).rejects.toMatchObject({ code: 'WC_SWITCH_NOT_APPROVED' });
    await expect(provider.request({ ...request, method: 'wallet_addEthereumChain' })).rejects.toMatchObject({
      code: 'WC_SWITCH_NOT_APPROVED',
    });
    expect(requests).toEqual([]);
  });

  it('ends an addition that the wallet makes and never answers (WC-03)', async () => {
    const { provider, wallet, script, requests } = await connected(['eip155:1'], ['wallet_addEthereumChain']);
    const { topic = '' } = provider.session ?? {};
    script.answer = () => undefined;
    const eip1193 = createEip1193(provider);
    const params = [{ chainId: '0xa' }];
    const adding = awaitedLater(eip1193.request({ method: 'wallet_addEthereumChain', params }));
    await vi.waitFor(() => expect(requests).toHaveLength(1), { timeout: 60_000 });
    await wallet.update(topic, evmNamespaces(['eip155:1', 'eip155:10'], ['wallet_addEthereumChain']));
    expect(await adding).toBeNull();
    expect(await eip1193.request({ method: 'wallet_switchEthereumChain', params })).toBeNull();
    expect(provider.chainOf('eip155')).toBe('eip155:10');
  });

  it('asks the wallet when it may add chains, and switches once the session has the chain', async () => {
    const { provider, wallet, requests, script } = await connected(['eip155:1'], ['wallet_addEthereumChain']);
    const eip1193 = createEip1193(provider);
    const heard = vi.fn();
    eip1193.on('chainChanged', heard);
    const params = [{ chainId: '0xa' }];
    await expect(eip1193.request({ method: 'wallet_switchEthereumChain', params })).rejects.toMatchObject({
      code: 4902,
    });
    const topic = provider.session?.topic ?? '';
    script.answer = () => {
      wallet
        .update(topic, evmNamespaces(['eip155:1', 'eip155:10'], ['wallet_addEthereumChain']))
        .catch(() => {});
      return { result: null };
    };
    expect(await eip1193.request({ method: 'wallet_addEthereumChain', params })).toBeNull();
    expect(requests.map(({ request }) => request)).toEqual([{ method: 'wallet_addEthereumChain', params }]);
    await vi.waitFor(() => expect(provider.session?.namespaces.eip155?.chains).toContain('eip155:10'), soon);
    await eip1193.request({ method: 'wallet_switchEthereumChain', params });
    expect(heard).toHaveBeenCalledExactlyOnceWith('0xa');
    expect(await eip1193.request({ method: 'eth_chainId' })).toBe('0xa');
  });

  it('switches between approved chains without asking the wallet, and stores the choice', async () => {
    const { provider, options, requests } = await connected(['eip155:1', 'eip155:10']);
    const eip1193 = createEip1193(provider);
    await eip1193.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] });
    expect(requests).toEqual([]);
    await eip1193.request({ method: 'personal_sign', params: [] });
    expect(requests[0]?.chainId).toBe('eip155:10');
    const again = createUniversalProvider(options);
    ends.push(() => again.close());
    expect(again.restore()?.topic).toBe(provider.session?.topic);
    expect(again.chainOf('eip155')).toBe('eip155:10');
    expect(await again.request({ method: 'personal_sign' })).toBe('0x01');
  });

  it('signs in with the connection only when all chains are EVM', async () => {
    const { provider, wallet, authentications, proposals, script } = await world();
    wallet.on('session_authenticate', request => {
      authentications.push(request);
      wallet.rejectAuthentication(request.id).catch(() => {});
    });
    const authentication = { domain: 'page.example', aud: 'https://page.example', nonce: '12345678' };
    const evm = provider.connect({ chains: ['eip155:1', 'eip155:10'], authentication });
    await expect(evm).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' });
    expect(authentications[0]?.authPayload).toMatchObject({
      ...authentication,
      chains: ['eip155:1', 'eip155:10'],
    });
    expect(proposals).toEqual([]);

    const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
    script.approve = evmNamespaces(['eip155:1']);
    await provider.connect({ chains: ['eip155:1', solana], authentication });
    expect(authentications).toHaveLength(1);
    const older = 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K';
    expect(proposals[0]?.optionalNamespaces.solana?.chains).toEqual([solana, older]);
  });

  it('requests a new message for each link, and only a connection when there is none', async () => {
    const { provider, wallet, authentications, proposals } = await world();
    wallet.on('session_authenticate', request => {
      authentications.push(request);
      wallet.rejectAuthentication(request.id).catch(() => {});
    });
    const page = { domain: 'page.example', aud: 'https://page.example' };
    const messages = [
      { ...page, nonce: 'first1234' },
      { ...page, nonce: 'second123', chains: ['eip155:10'] },
    ];
    const authentication = async () => messages.shift();
    const chains = ['eip155:1', 'eip155:10'];
    for (const [nonce, asked] of [
      ['first1234', chains],
      ['second123', ['eip155:10']],
    ]) {
      await expect(provider.connect({ chains, authentication })).rejects.toMatchObject({
        code: 'CONNECTION_REJECTED',
      });
      expect(authentications.at(-1)?.authPayload).toMatchObject({ nonce, chains: asked });
    }
    expect(proposals).toEqual([]);
    for (const none of [authentication, () => Promise.reject(new Error('The server is away.'))]) {
      await provider.connect({ chains, authentication: none, renew: true });
    }
    expect([authentications.length, proposals.length]).toEqual([2, 2]);
  });

  it("treats the wallet's 'user rejected' as a refusal [ERR-17]", async () => {
    const { provider, script } = await world();
    script.approve = { code: 9_999, message: 'Error: user rejected the proposal' };
    const refused = { code: 'CONNECTION_REJECTED' };
    await expect(provider.connect({ chains: ['eip155:1'] })).rejects.toMatchObject(refused);
    script.approve = { code: 5000, message: 'No.' };
    await expect(provider.connect({ chains: ['eip155:1'] })).rejects.toMatchObject(refused);
    script.approve = { code: 5100, message: 'Unsupported chains' };
    await expect(provider.connect({ chains: ['eip155:1'] })).rejects.toMatchObject({
      code: 'WC_PEER_REFUSED',
    });
  });

  it("treats 'connection request reset' as a refusal [ERR-18]", async () => {
    const { provider, script } = await world();
    script.approve = { code: 0, message: 'Connection request reset. Please try again.' };
    await expect(provider.connect({ chains: ['eip155:1'] })).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    });
  });

  it("disconnects from a session with 'No matching key' [ERR-16]", async () => {
    const { provider, options } = await connected();
    const heard = vi.fn();
    provider.on('disconnect', heard);
    // Another tab cleared the storage.
    options.storage?.removeItem('latchkit.wc.v1.sessions');
    await provider.disconnect();
    expect(heard).toHaveBeenCalledOnce();
    expect(provider.session).toBeUndefined();
    await provider.disconnect();
    await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({
      code: 'CONNECT_FIRST',
    });
  });

  it('rejects a connection without any of the requested chains', async () => {
    const { provider, script } = await world();
    script.approve = evmNamespaces(['eip155:5']);
    const connect = provider.connect({ chains: ['eip155:1'] });
    await expect(connect).rejects.toMatchObject({ code: 'CONNECTOR_CHAINS_MISMATCH' });
    expect(provider.session).toBeUndefined();
  });

  it("gives a wallet's refusal the EIP-1193 code, and reports a request's progress", async () => {
    const { provider, script } = await connected();
    const states: string[] = [];
    provider.on('request', ({ state, method }) => states.push(`${method} ${state}`));
    script.answer = () => ({ error: { code: 5000, message: 'User rejected.' } });
    await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4001 });
    expect(states).toEqual(['personal_sign sending', 'personal_sign sent', 'personal_sign settled']);
    await expect(provider.request({ method: 'eth_sendTransaction' })).rejects.toMatchObject({ code: 4100 });
  });

  it('emits an account change once when the wallet updates the session, sends an event, or both', async () => {
    const { provider, wallet } = await connected(['eip155:1']);
    const accounts: string[] = [];
    provider.on('accountsChanged', ({ addresses }) => accounts.push(String(addresses[0])));
    const topic = provider.session?.topic ?? '';
    const given = evmNamespaces(['eip155:1']).eip155;
    const select = async (first: string, second: string, order: readonly ('update' | 'event')[]) => {
      for (const step of order) {
        if (step === 'event') {
          await wallet.emit(topic, 'eip155:1', { name: 'accountsChanged', data: [first] });
        } else {
          const own = [`eip155:1:${first}`, `eip155:1:${second}`];
          const rest = { methods: ['personal_sign'], events: given?.events ?? [] };
          await wallet.update(topic, { eip155: { chains: ['eip155:1'], accounts: own, ...rest } });
        }
      }
      // Everything sent before the ping has arrived by then.
      await wallet.ping(topic);
    };
    await select(OTHER, ADDRESS, ['update', 'event']);
    await vi.waitFor(() => expect(accounts).toEqual([OTHER]), soon);
    await select(ADDRESS, OTHER, ['event', 'update']);
    await vi.waitFor(() => expect(accounts).toEqual([OTHER, ADDRESS]), soon);
    await select(OTHER, ADDRESS, ['event']);
    await select(ADDRESS, OTHER, ['update']);
    await vi.waitFor(() => expect(accounts.slice(2)).toEqual([OTHER]), soon);
  });

  it("follows the wallet's accounts and chain", async () => {
    const { provider, wallet } = await connected(['eip155:1', 'eip155:10']);
    const eip1193 = createEip1193(provider);
    const [accounts, chain] = [vi.fn(), vi.fn()];
    eip1193.on('accountsChanged', accounts);
    eip1193.on('chainChanged', chain);
    const topic = provider.session?.topic ?? '';
    const both = evmNamespaces(['eip155:1', 'eip155:10']);
    const eip155 = {
      ...both.eip155,
      accounts: [`eip155:1:${OTHER}`, `eip155:10:${OTHER}`, `eip155:1:${ADDRESS}`],
    };
    await wallet.update(topic, {
      eip155: { ...eip155, methods: ['personal_sign'], events: both.eip155?.events ?? [] },
    });
    await vi.waitFor(() => expect(accounts).toHaveBeenLastCalledWith([OTHER, ADDRESS]), soon);
    await wallet.emit(topic, 'eip155:1', { name: 'accountsChanged', data: [`eip155:1:${ADDRESS}`] });
    await vi.waitFor(() => expect(accounts).toHaveBeenLastCalledWith([ADDRESS]), soon);
    await wallet.emit(topic, 'eip155:1', { name: 'chainChanged', data: 10 });
    await vi.waitFor(() => expect(chain).toHaveBeenLastCalledWith('0xa'), soon);
    // Not approved: the page could not send requests there.
    await wallet.emit(topic, 'eip155:1', { name: 'chainChanged', data: '0x89' });
    await wallet.ping(topic);
    expect(provider.chainOf('eip155')).toBe('eip155:10');
    eip1193.removeListener('chainChanged', chain);
    await wallet.emit(topic, 'eip155:1', { name: 'chainChanged', data: 1 });
    await vi.waitFor(() => expect(provider.chainOf('eip155')).toBe('eip155:1'), soon);
    expect(chain).toHaveBeenCalledOnce();
  });
});
