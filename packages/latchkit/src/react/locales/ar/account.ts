import type { account as english } from '../en/account.js';
import type { Translation } from '../en/Translation.js';

export const account: Translation<typeof english> = {
  'action.copyAddress': 'نسخ العنوان',
  'action.addressCopied': 'تم نسخ العنوان',
  'action.disconnect': 'قطع الاتصال',
  'action.logOut': 'تسجيل الخروج',
  'account.changeEmail': 'تغيير البريد الإلكتروني',
  'toast.copyFailed': 'تعذّر النسخ. حدّد العنوان وانسخه يدويًا.',
  'toast.linkCopied': 'تم نسخ الرابط',
  'account.balance': 'الرصيد',
  'account.balanceLoading': 'جارٍ تحميل رصيدك',
  'account.balanceError': 'تعذّر تحميل رصيدك. لم يتأثر رصيدك.',
  'account.onNetwork': 'على {network}',
  'account.actions': 'الإجراءات',
  'account.receive': 'استلام',
  'account.send': 'إرسال',
  'account.network': 'الشبكة: {network}. تبديل الشبكة',
  'account.networkUnsupported': 'شبكة غير مدعومة: {network}. تبديل الشبكة',
  'account.explorer': 'عرض على {explorer}',
  'account.explorerPlain': 'عرض على مستكشف الكتل',
  'account.tokens': 'العملات',
  'account.tokensLoading': 'جارٍ تحميل عملاتك',
  'account.tokensEmpty': 'لا توجد عملات على {network} بعد',
  'account.tokensEmptyText': 'تظهر هنا العملات التي تصل إلى عنوانك.',
  'account.tokensError': 'تعذّر تحميل عملاتك. لم يتأثر أي منها.',
  'account.tokensWait': 'ما زالت غير متاحة. أعد المحاولة بعد نصف دقيقة.',
};
