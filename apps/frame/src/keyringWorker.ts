import { createKeyring } from '@latchkit/keyring';
import { openDoors } from './storage/openDoors.js';
import { serveKeyring } from './worker/serveKeyring.js';

serveKeyring(self, async ({ origin, jkt, sealingKey, ...stored }) => {
  const doors = await openDoors(stored);
  return createKeyring({
    origin,
    installation: {
      ...{ jkt, sealingKey, hasDeviceShare: doors.hasAny },
      ...{ readDeviceShare: name => doors.read(name), keepDeviceShare: door => doors.keep(door) },
    },
  });
});
