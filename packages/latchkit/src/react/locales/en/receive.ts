/** Receiving. */
export const receive = {
  'receive.qr': 'QR code of your address',
  'receive.request': 'Ask for an amount',
  'receive.requestAmount': 'Amount to ask for',
  'receive.requestQr': 'QR code of your payment request',
  'receive.addressOnly': 'Show the address only',
  'receive.needNumber': 'Enter a number',
  'receive.copyLink': 'Copy link',
  'receive.worksOn': 'Works on {network}',
  'receive.worksOnTwo': 'Works on {network} and {second}',
  'receive.worksOnMore': {
    one: 'Works on {network}, {second} and {count} more',
    other: 'Works on {network}, {second} and {count} more',
  },
} as const;
