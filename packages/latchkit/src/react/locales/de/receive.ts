import type { Translation } from '../Catalogue.js';
import type { receive as english } from '../en/receive.js';

export const receive: Translation<typeof english> = {
  'receive.title': 'Empfangen',
  'receive.qr': 'QR-Code deiner Adresse',
  'receive.worksOn': 'Gilt auf {network}',
  'receive.worksOnTwo': 'Gilt auf {network} und {second}',
  'receive.worksOnMore': {
    one: 'Gilt auf {network}, {second} und {count} weiteren',
    other: 'Gilt auf {network}, {second} und {count} weiteren',
  },
};
