import { expect, it } from 'vitest';
import type { AdapterConnection } from '../core/adapter/ChainAdapter.js';
import type { ConformanceWorld } from './ConformanceWorld.test-support.js';

const NOBODY = 'nobody';

/** The conformance tests for addresses and signatures. */
export function signingConformance(
  world: () => ConformanceWorld,
  connected: () => Promise<AdapterConnection>,
): void {
  it('distinguishes addresses from other text [VAL-07] [VAL-09]', () => {
    const { adapter, addresses } = world();
    for (const text of addresses.valid) expect(adapter.isAddress(text), text).toBe(true);
    for (const text of addresses.invalid) expect(adapter.isAddress(text), text).toBe(false);
  });

  it('signs a text verifiably, and throws REQUEST_REJECTED when the visitor refuses', async () => {
    const { connectorId, accounts } = await connected();
    const { adapter, wallet, verify } = world();
    const message = { connectorId, address: accounts[0], message: 'grüße, 世界' };
    const signature = await adapter.signMessage(message);
    expect(await verify(message.message, signature, accounts[0])).toBe(true);
    expect(await verify('another text', signature, accounts[0])).toBe(false);
    wallet.answer('refuse');
    await expect(adapter.signMessage(message)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    wallet.answer('break');
    const broken = await adapter.signMessage(message).catch((error: unknown) => error);
    expect(broken).toMatchObject({ code: expect.any(String), cause: expect.any(Error) });
    await expect(adapter.signMessage({ ...message, connectorId: NOBODY })).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
    });
  });
}
