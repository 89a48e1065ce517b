/** Receiving. */
export const receive = {
  'receive.title': 'Receive',
  'receive.qr': 'QR code of your address',
  'receive.worksOn': 'Works on {network}',
  'receive.worksOnTwo': 'Works on {network} and {second}',
  'receive.worksOnMore': {
    one: 'Works on {network}, {second} and {count} more',
    other: 'Works on {network}, {second} and {count} more',
  },
} as const;
