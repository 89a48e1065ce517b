import type { social as english } from '../en/social.js';
import type { Translation } from '../en/Translation.js';

export const social: Translation<typeof english> = {
  'social.waitText': 'أكمل تسجيل الدخول في النافذة التي فُتحت للتو.',
  'social.again': 'فتح النافذة مجددًا',
  'social.closed': 'أغلقتُ النافذة',
  'social.open': 'فتح {provider}',
  'social.here': 'المتابعة في علامة التبويب هذه',
  'farcaster.scan': 'امسح الرمز بكاميرا هاتفك',
  'farcaster.qr': 'رمز QR لتسجيل الدخول عبر Farcaster. أو استخدم نسخ الرابط أدناه.',
  'farcaster.renewed': 'انتهت صلاحية الرمز. هذا رمز جديد.',
  'farcaster.openText': 'وافق على تسجيل الدخول في تطبيق Farcaster ثم عُد إلى هنا.',
  'social.leaveText': 'تفتح هذه الصفحة {provider} وتعود بعد تسجيل دخولك.',
  'social.checking': 'جارٍ تسجيل دخولك',
  'social.checkingText': 'جارٍ فتح محفظتك. يستغرق هذا لحظة.',
  'social.blockedHeading': 'لم تُفتح النافذة',
  'social.blockedText': 'حظرها متصفحك. اسمح بالنوافذ المنبثقة هنا ثم افتحها مجددًا.',
  'social.closedHeading': 'أُغلقت النافذة',
  'social.closedText': 'لم يكتمل تسجيل الدخول. لم تُشارَك أي بيانات.',
  'social.refusedHeading': 'رُفض تسجيل الدخول',
  'social.refusedText': 'رُفض لدى {provider}. لم تُشارَك أي بيانات.',
  'social.expiredHeading': 'انتهت صلاحية تسجيل الدخول',
  'social.expiredText': 'استغرق وقتًا طويلًا أو بدأ من جديد في مكان آخر. حاول مجددًا.',
  'social.unavailableHeading': 'يتعذّر الوصول إلى {provider}',
  'social.unavailableText': 'حاول لاحقًا أو سجّل الدخول بطريقة أخرى.',
  'social.invalidHeading': 'لم ينجح تسجيل الدخول',
  'social.invalidText': 'أرسل {provider} ردًا غير صالح. حاول مجددًا.',
  'social.setupHeading': 'تسجيل الدخول هذا غير متاح الآن',
  'social.setupText': 'لا يمكن تسجيل دخولك في هذا الموقع عبر {provider}. سجّل الدخول بطريقة أخرى.',
  'social.linkExpiredText': 'تعمل الروابط لمدة 20 دقيقة. سجّل الدخول مجددًا للحصول على رابط جديد.',
  'social.tooNewHeading': 'ليس في هذا المتصفح بعد',
  'social.tooNewText':
    'لا يمكن للمتصفحات الجديدة فتح هذه المحفظة بهذا الدخول قبل {time}: فقد أُضيف قبل أقل من 24 ساعة، أو اخترت أن تنتظر المتصفحات الجديدة. سجّل الدخول هنا مجددًا بعد ذلك.',
  'social.failedHeading': 'تعذّر تسجيل دخولك',
  'social.failedText': 'لم ينجح تسجيل الدخول. حاول مجددًا بعد قليل.',
  'social.notWorkingText': 'تسجيل الدخول لا يعمل في هذا الموقع الآن. أعد المحاولة لاحقًا.',
  'social.tooManyText': 'محاولات كثيرة جدًا. انتظر لحظة ثم حاول مجددًا.',
  'social.waitedHeading': 'انتهت مدة الانتظار',
  'social.waitedText': 'سجّل الدخول عبر {provider} مرة أخرى، وستُفتح محفظتك في هذا المتصفح.',
  'social.elsewhereHeading': 'لم يتأكد الدخول في هذا المتصفح',
  'social.elsewhereText':
    'لم يتمكن هذا المتصفح من إثبات أنك سجّلت الدخول هنا. سجّل الدخول بالبريد الإلكتروني، أو افتح هذه الصفحة في متصفح آخر.',
  'social.knownDeviceHeading': 'هذا المتصفح جديد على محفظتك',
  'social.knownDeviceText':
    'في هذا الموقع، لا يفتح {provider} محفظتك إلا في المتصفحات التي استخدمتها فيها. سجّل الدخول بطريقة أخرى.',
  'social.frozenHeading': 'محفظتك مجمّدة',
  'social.frozenText':
    'لا يمكن للمتصفحات الجديدة فتحها قبل {time}. سجّل الدخول هنا مجددًا بعد ذلك، أو بمجرد إنهاء التجميد على جهاز تستخدمه بالفعل.',
  'social.otherBrowserText':
    'عاد {provider} إلى متصفح آخر، لذلك لا يستطيع هذا المتصفح إكمال تسجيل الدخول. حاول مرة أخرى وابقَ في هذا المتصفح.',
  'social.inAppNote':
    'لا يمكن تسجيل الدخول عبر {providers} داخل هذا التطبيق. افتح هذه الصفحة في متصفحك من قائمة التطبيق أو من الأسفل.',
  'social.openOutside': 'افتح في متصفحك',
  'social.openOutsideFor': 'افتح في متصفحك: {provider}',
  'social.inAppHeading': 'ليس في متصفح هذا التطبيق',
  'social.inAppText':
    'لا يتيح {provider} تسجيل الدخول داخل تطبيق آخر. افتح هذه الصفحة في متصفحك، أو سجّل الدخول بطريقة أخرى.',
};
