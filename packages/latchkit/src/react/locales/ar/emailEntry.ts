import type { emailEntry as english } from '../en/emailEntry.js';
import type { Translation } from '../en/Translation.js';

export const emailEntry: Translation<typeof english> = {
  'email.address': 'عنوان البريد الإلكتروني',
  'email.continue': 'المتابعة بالبريد الإلكتروني',
  'email.intro': 'سجّل الدخول ببريدك الإلكتروني',
  'email.introText': 'نرسل إليك رمزًا. دون كلمة مرور، وتحصل معه على محفظة.',
  'email.sending': 'جارٍ إرسال الرسالة',
  'email.invalid': 'بريد إلكتروني غير صالح. تحقّق من وجود خطأ في كتابته، مثل نقطة ناقصة.',
  'email.cooldown': {
    zero: 'يرجى إعادة المحاولة بعد {count} ثانية',
    one: 'يرجى إعادة المحاولة بعد ثانية واحدة ({count})',
    two: 'يرجى إعادة المحاولة بعد ثانيتين ({count})',
    few: 'يرجى إعادة المحاولة بعد {count} ثوانٍ',
    many: 'يرجى إعادة المحاولة بعد {count} ثانية',
    other: 'يرجى إعادة المحاولة بعد {count} ثانية',
  },
  'email.unavailable': 'تعذّر الوصول إلى تسجيل الدخول بالبريد الآن. تحقّق من اتصالك ثم أعد المحاولة.',
  'email.unverified': 'تسجيل الدخول بالبريد غير متاح في هذا الموقع الآن.',
  'email.held': 'لا تقبل محفظتك طلبات هذا الموقع لبعض الوقت. حاول مجددًا بعد نصف دقيقة.',
  'email.frozen': 'هذه المحفظة مجمّدة، فلا يمكن للأجهزة الجديدة فتحها. ينتهي التجميد بعد 72 ساعة.',
  'email.tooMany': 'محاولات كثيرة جدًا. انتظر لحظة ثم أعد المحاولة.',
};
