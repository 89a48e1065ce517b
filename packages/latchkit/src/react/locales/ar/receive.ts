import type { receive as english } from '../en/receive.js';
import type { Translation } from '../en/Translation.js';

export const receive: Translation<typeof english> = {
  'receive.qr': 'رمز QR لعنوانك',
  'receive.request': 'اطلب مبلغًا',
  'receive.requestAmount': 'المبلغ المطلوب',
  'receive.requestQr': 'رمز QR لطلب الدفع',
  'receive.addressOnly': 'إظهار العنوان فقط',
  'receive.needNumber': 'أدخل رقمًا',
  'receive.copyLink': 'نسخ الرابط',
  'receive.worksOn': 'يعمل على {network}',
  'receive.worksOnTwo': 'يعمل على {network} و{second}',
  'receive.worksOnMore': {
    zero: 'يعمل على {network} و{second} و{count} غيرهما',
    one: 'يعمل على {network} و{second} وشبكة أخرى ({count})',
    two: 'يعمل على {network} و{second} وشبكتين أخريين ({count})',
    few: 'يعمل على {network} و{second} و{count} شبكات أخرى',
    many: 'يعمل على {network} و{second} و{count} شبكة أخرى',
    other: 'يعمل على {network} و{second} و{count} شبكة أخرى',
  },
};
