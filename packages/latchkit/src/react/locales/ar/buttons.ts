import type { buttonsEn } from '../en/buttons.js';
import type { Translation } from '../en/Translation.js';

/** Arabic texts of the host buttons. */
export const buttonsAr: Translation<typeof buttonsEn> = {
  'button.connect': 'ربط المحفظة',
  'button.logIn': 'تسجيل الدخول',
  'button.connecting': 'جارٍ الربط…',
  'button.reconnecting': 'جارٍ استعادة الاتصال…',
  'button.loadFailed': 'تعذّر التحميل. أعد تحميل الصفحة',
  'button.offline': 'أنت غير متصل. حاول مرة أخرى',
  'button.account': 'الحساب: {account}',
  'button.accountBalance': 'الحساب: {balance}، {account}',
  'button.pending': '{account}، دفعة معلّقة',
  'button.network': 'الشبكة: {network}. تبديل الشبكة',
  'button.selectNetwork': 'اختيار شبكة',
  'button.unsupportedNetwork': 'شبكة خاطئة',
};
