import { describe, expect, it } from 'vitest';
import { walletUrl } from '../../embedded/frame/createFrameElement.js';
import { mainnet } from '../../networks/networks.js';
import { callPath } from '../../protocol/calls/callPath.js';
import { proxyRpcRequest } from '../../protocol/calls/project/chains.js';
import {
  readCurrencyImageRequest,
  readNetworkImageRequest,
  readTokenLogoRequest,
  readWalletImageRequest,
} from '../../protocol/calls/project/images.js';
import { relayOf } from '../../walletconnect/kit/relayOf.js';
import { createLatchkit } from '../createLatchkit.js';
import { currencyImageUrl } from '../onramp/currencyImageUrl.js';
import { tokenImageUrl } from './allowedImage.js';
import { assetImageUrl, gatewayOrigin, rpcUrl, serviceUrl, walletImageUrl } from './gatewayUrl.js';
import { memoryStorage } from './storage.js';

describe('URLs that the client builds without a record, to save bytes', () => {
  it.each(['a b/ü', 'half \ud800', '\udc00'])('have the paths of the records for %j (RV-01)', given => {
    const kit = createLatchkit({
      projectId: 'test',
      gateway: 'https://gateway.example',
      networks: [mainnet],
      metadata: { name: 'Test' },
      storage: memoryStorage(),
    });
    const id = given.replace(/[\ud800-\udfff]/, '\ufffd');
    for (const [url, { call }] of [
      [walletImageUrl(kit, given), readWalletImageRequest],
      [assetImageUrl(kit, given), readNetworkImageRequest],
      [tokenImageUrl(kit, { symbol: given }), readTokenLogoRequest],
      [currencyImageUrl(kit, given), readCurrencyImageRequest],
      [rpcUrl(kit.options, mainnet), proxyRpcRequest],
    ] as const)
      expect(new URL(url ?? '').pathname).toBe(callPath(call, { id }));
    kit.destroy();
  });
});

describe('the gateway under a path', () => {
  it.each(['https://app.example/wallet', 'https://app.example/wallet/'])(
    'keeps the path of %s in every URL (GW-08)',
    gateway => {
      const kit = createLatchkit({
        projectId: 'test',
        gateway,
        networks: [mainnet],
        metadata: { name: 'Test' },
        storage: memoryStorage(),
      });
      const urls = [
        serviceUrl(kit.options, '/getWallets')?.href,
        rpcUrl(kit.options, mainnet),
        walletImageUrl(kit, 'a'),
        assetImageUrl(kit, 'a'),
        tokenImageUrl(kit, { symbol: 'a' }),
        relayOf(gateway).replace(/^ws/, 'http'),
        walletUrl(gateway, 'frame').href,
      ];
      for (const url of urls) expect(url).toMatch(/^https:\/\/app\.example\/wallet\/[\w]/);
      expect(gatewayOrigin(kit)).toBe('https://app.example');
      kit.destroy();
    },
  );
});
