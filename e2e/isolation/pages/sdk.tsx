import { createLab } from './createLab.js';

// A host with the SDKs of two wallets, each loaded on demand.
const lab = createLab();
Object.assign(window, { lab, labs: [lab] });
lab.host({
  evm: {
    coinbase: { load: () => import('@coinbase/wallet-sdk') },
    safe: {
      load: async () => {
        const [sdk, provider] = await Promise.all([
          import('@safe-global/safe-apps-sdk'),
          import('@safe-global/safe-apps-provider'),
        ]);
        return { Sdk: sdk.default, SafeAppProvider: provider.SafeAppProvider };
      },
    },
  },
});
