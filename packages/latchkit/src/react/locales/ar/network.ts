import type { network as english } from '../en/network.js';
import type { Translation } from '../en/Translation.js';

export const network: Translation<typeof english> = {
  'network.search': 'البحث عن شبكات',
  'network.list': 'الشبكات',
  'network.current': 'الشبكة الحالية',
  'network.confirm': 'أكّد في {wallet}',
  'network.confirmPlain': 'أكّد في محفظتك',
  'network.none': 'لا توجد شبكة تطابق «{query}»',
  'network.noneText': 'تحقّق من الكتابة أو امسح البحث.',
  'network.unavailable': 'غير متاحة في {wallet}',
  'network.unavailableNote': 'لا يمكن لـ {wallet} استخدام هذه الشبكة',
  'network.unavailableList': 'الشبكات غير المتاحة',
  'network.help': 'ما هي الشبكة؟',
  'network.results': {
    zero: 'لا توجد شبكات ({count})',
    one: 'شبكة واحدة ({count})',
    two: 'شبكتان ({count})',
    few: '{count} شبكات',
    many: '{count} شبكة',
    other: '{count} شبكة',
  },
  'network.declined': 'لم يتم تبديل الشبكة. لقد رفضت ذلك في {wallet}.',
  'network.failed': 'تعذّر تبديل الشبكة. أعد المحاولة في {wallet}.',
  'network.suggested': 'مقترحة',
  'unsupported.heading': '{dapp} غير متاح على {network}',
  'unsupported.headingPlain': 'هذا الموقع غير متاح على {network}',
  'unsupported.unknown': 'هذه الشبكة',
  'unsupported.text': 'تستخدم محفظتك شبكة لا يدعمها هذا الموقع. اختر شبكة للمتابعة.',
  'unsupported.list': 'الشبكات المدعومة',
};
