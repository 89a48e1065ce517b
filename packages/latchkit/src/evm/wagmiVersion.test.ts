import * as wagmi from '@wagmi/core';
import { createConfig, http } from '@wagmi/core';
import { mainnet } from 'viem/chains';
import { describe, expect, it } from 'vitest';

describe('the wagmi under test', () => {
  it('has the requested major version', () => {
    expect(wagmi.version.split('.')[0]).toBe(process.env.LATCHKIT_WAGMI ?? '3');
  });

  it('has the undocumented parts of the configuration that we rely on', () => {
    const config = createConfig({ chains: [mainnet], transports: { 1: http() }, storage: null });
    expect(config._internal).toMatchObject({
      chains: { setState: expect.any(Function) },
      connectors: {
        setup: expect.any(Function),
        setState: expect.any(Function),
        subscribe: expect.any(Function),
      },
      events: {
        change: expect.any(Function),
        connect: expect.any(Function),
        disconnect: expect.any(Function),
      },
    });
  });
});
