import type { about as english } from '../en/about.js';
import type { Translation } from '../en/Translation.js';

export const about: Translation<typeof english> = {
  'wallet.heading': 'مفتاحك إلى الويب المفتوح',
  'wallet.text': 'المحفظة تطبيق يحفظ مفاتيحك ويسألك قبل حدوث أي شيء.',
  'wallet.holdTitle': 'احتفظ بما هو لك',
  'wallet.holdText': 'إرسال العملات والمقتنيات واستلامها وحفظها.',
  'wallet.loginTitle': 'الاتصال بلا كلمة مرور',
  'wallet.loginText': 'ترى المواقع عنوانك وما توقّعه، وبريدك الإلكتروني إذا سجّلت الدخول به.',
  'wallet.approveTitle': 'أنت من يوافق على كل خطوة',
  'wallet.approveText': 'لا يتم توقيع أي شيء أو إرساله من دونك.',
  'wallet.get': 'الحصول على محفظة',
  'wallet.points': 'ما تفعله المحفظة',
  'networks.heading': 'حيث توجد عملاتك',
  'networks.text': 'الشبكة سجل مشترك للحسابات والأرصدة تحافظ عليه حواسيب كثيرة معًا.',
  'networks.manyTitle': 'الشبكات كثيرة',
  'networks.manyText': 'لكل منها عملاتها ورسومها وسرعتها.',
  'networks.sameTitle': 'محفظة واحدة وعدة شبكات',
  'networks.sameText': 'غالبًا ما يكون عنوانك هو نفسه، أما أرصدتك فلا.',
  'networks.feesTitle': 'تُدفع الرسوم بعملة الشبكة نفسها',
  'networks.feesText': 'احتفظ بالقليل منها لتتمكن من الإرسال.',
  'networks.learn': 'معرفة المزيد',
  'networks.points': 'عن الشبكات',
};
