import type { Translation } from '../en/Translation.js';
import type { titles as english } from '../en/titles.js';

export const titles: Translation<typeof english> = {
  'account.title': 'الحساب',
  'activity.title': 'النشاط',
  'network.title': 'تبديل الشبكة',
  'network.chooseTitle': 'اختيار شبكة',
  'unsupported.title': 'تبديل الشبكة',
  'profile.title': 'المحافظ',
  'pair.anyWallet': 'WalletConnect',
  'switchChain.title': 'التبديل إلى {chain}',
  'chain.eip155': 'إيثيريوم',
  'chain.solana': 'Solana',
  'chain.bip122': 'Bitcoin',
  'chain.polkadot': 'Polkadot',
  'signIn.title': 'تسجيل الدخول',
  'send.title': 'إرسال',
  'send.tokensTitle': 'اختر العملة',
  'send.reviewTitle': 'مراجعة',
  'transaction.title': 'معاملة',
  'receive.title': 'استلام',
  'wallet.title': 'ما هي المحفظة؟',
  'networks.title': 'ما هي الشبكة؟',
  'email.title': 'تسجيل الدخول',
  'email.deviceTitle': 'جهاز جديد',
  'email.changeTitle': 'تغيير البريد الإلكتروني',
  'approve.title': 'مراجعة الطلب',
};
