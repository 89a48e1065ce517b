import { createKeyring } from '@latchkit/keyring';
import { openShareStore } from './storage/openShareStore.js';
import { serveKeyring } from './worker/serveKeyring.js';

serveKeyring(self, async ({ origin, gateway, jkt, sealingKey, ...stored }) => {
  const shares = await openShareStore(stored);
  return createKeyring({
    origin,
    gateway,
    installation: {
      ...{ jkt, sealingKey, hasDeviceShare: shares.hasAny },
      ...{
        readDeviceShare: name => shares.read(name),
        keepDeviceShare: deviceShare => shares.keep(deviceShare),
      },
    },
  });
});
