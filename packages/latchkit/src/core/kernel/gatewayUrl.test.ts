import { describe, expect, it } from 'vitest';
import { mainnet } from '../../networks/networks.js';
import { callPath } from '../../protocol/calls/callPath.js';
import { proxyRpcRequest } from '../../protocol/calls/project/chains.js';
import {
  readNetworkImageRequest,
  readTokenLogoRequest,
  readWalletImageRequest,
} from '../../protocol/calls/project/images.js';
import { createLatchkit } from '../createLatchkit.js';
import { tokenImageUrl } from './allowedImage.js';
import { assetImageUrl, rpcUrl, walletImageUrl } from './gatewayUrl.js';
import { memoryStorage } from './storage.js';

describe('URLs that the client builds without a record, to save bytes', () => {
  it('have the paths of the records', () => {
    const kit = createLatchkit({
      projectId: 'test',
      gateway: 'https://gateway.example',
      networks: [mainnet],
      metadata: { name: 'Test' },
      storage: memoryStorage(),
    });
    const id = 'a b/ü';
    for (const [url, { call }] of [
      [walletImageUrl(kit, id), readWalletImageRequest],
      [assetImageUrl(kit, id), readNetworkImageRequest],
      [tokenImageUrl(kit, { symbol: id }), readTokenLogoRequest],
      [rpcUrl(kit.options, mainnet), proxyRpcRequest],
    ] as const)
      expect(new URL(url ?? '').pathname).toBe(callPath(call, { id }));
    kit.destroy();
  });
});
