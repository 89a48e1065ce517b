import type { names as english } from '../en/names.js';
import type { Translation } from '../en/Translation.js';

export const names: Translation<typeof english> = {
  'name.title': 'اختر اسمًا',
  'name.hero': 'اسم يسهل استخدامه',
  'name.heroText': 'شاركه بدلًا من عنوانك. إنه مجاني.',
  'name.label': 'الاسم',
  'name.length': '4 أحرف على الأقل',
  'name.characters': 'استخدم الحروف والأرقام والواصلات فقط',
  'name.checking': 'جارٍ التحقق من الاسم',
  'name.available': 'الاسم {name} متاح',
  'name.unavailable': 'الاسم {name} غير متاح. اختر اسمًا أدناه أو جرّب غيره.',
  'name.suggestions': 'أسماء متاحة',
  'name.suggestionsFailed': 'تعذّر تحميل اقتراحات الأسماء',
  'name.register': 'سجّل الاسم',
  'name.registerFailed': 'تعذّر تسجيل الاسم {name}',
  'name.successTitle': 'الاسم',
  'name.successText': 'أصبح لك. يمكن لأي شخص الآن أن يرسل إليك بهذا الاسم.',
  'name.done': 'تم',
};
