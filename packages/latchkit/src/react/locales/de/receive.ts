import type { receive as english } from '../en/receive.js';
import type { Translation } from '../en/Translation.js';

export const receive: Translation<typeof english> = {
  'receive.qr': 'QR-Code deiner Adresse',
  'receive.request': 'Betrag anfordern',
  'receive.requestAmount': 'Gewünschter Betrag',
  'receive.requestQr': 'QR-Code deiner Zahlungsaufforderung',
  'receive.addressOnly': 'Nur die Adresse zeigen',
  'receive.needNumber': 'Gib eine Zahl ein',
  'receive.copyLink': 'Link kopieren',
  'receive.worksOn': 'Gilt auf {network}',
  'receive.worksOnTwo': 'Gilt auf {network} und {second}',
  'receive.worksOnMore': {
    one: 'Gilt auf {network}, {second} und {count} weiteren',
    other: 'Gilt auf {network}, {second} und {count} weiteren',
  },
};
