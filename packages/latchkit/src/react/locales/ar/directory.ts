import type { directory as english } from '../en/directory.js';
import type { Translation } from '../en/Translation.js';

export const directory: Translation<typeof english> = {
  'action.clearSearch': 'مسح البحث',
  'directory.search': 'البحث في المحافظ',
  'directory.list': 'المحافظ',
  'directory.certifiedOnly': 'المعتمدة فقط',
  'directory.loading': 'جارٍ تحميل المحافظ',
  'directory.results': {
    zero: 'لا محافظ ({count})',
    one: 'محفظة واحدة ({count})',
    two: 'محفظتان ({count})',
    few: '{count} محافظ',
    many: '{count} محفظة',
    other: '{count} محفظة',
  },
  'directory.none': 'لا توجد محفظة تطابق «{query}»',
  'directory.noneText': 'تحقّق من الإملاء، أو امسح البحث.',
  'directory.anyByQr': 'وصّل أي محفظة برمز QR',
  'directory.noneCertified': 'لا توجد محفظة معتمدة تطابق «{query}»',
  'directory.noneCertifiedText': 'تحقّق من الإملاء، أو أظهر المحافظ غير المعتمدة بعد.',
  'directory.showAll': 'عرض كل النتائج',
  'directory.empty': 'لا توجد محافظ لعرضها',
  'directory.emptyText': 'لا تناسب أي من المحافظ المدرجة هذا الموقع.',
  'directory.errorTitle': 'تعذّر تحميل المحافظ',
  'directory.errorText': 'القائمة غير متاحة الآن. أعد المحاولة بعد قليل.',
  'directory.moreError': 'تعذّر تحميل المزيد من المحافظ.',
};
