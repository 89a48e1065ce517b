const en = {
  title: 'Open a wallet without a network',
  warning:
    'Use this file on a computer without a network, and close it afterwards. Anyone who sees the words or the keys can take everything in the wallet.',
  words: 'From the recovery phrase',
  wordsLabel: 'The 24 words, in order',
  rows: 'From a backup',
  rowsHint: 'You need the rows of the wallet from both stores, and the key file of each store.',
  rowsFile: 'Rows of the wallet',
  keysA: 'Key file of the wallet service',
  keysB: 'Key file of the vault',
  open: 'Show addresses',
  wrongWords: 'These are not 24 words of a recovery phrase. Check their spelling and order.',
  wrongRows: 'These files do not open a wallet together. Check that all three belong to the same deployment.',
  evm: 'Ethereum account',
  smartAccount: 'Smart account',
  owner: 'Owner of the smart account',
  solana: 'Solana account',
  keys: 'Show the words and private keys',
  phrase: 'Recovery phrase',
  evmKey: 'Private key of the Ethereum account',
  ownerKey: 'Private key of the owner',
  solanaKey: 'Private key of the Solana account',
};

/** The texts of the tool in one language. */
export type Texts = typeof en;

const de: Texts = {
  title: 'Eine Wallet ohne Netzwerk öffnen',
  warning:
    'Verwende diese Datei auf einem Computer ohne Netzwerk, und schließe sie danach. Wer die Wörter oder die Schlüssel sieht, kann alles aus der Wallet nehmen.',
  words: 'Mit den Wiederherstellungswörtern',
  wordsLabel: 'Die 24 Wörter, der Reihe nach',
  rows: 'Aus einem Backup',
  rowsHint:
    'Dafür brauchst du die Zeilen der Wallet aus beiden Speichern und die Schlüsseldatei jedes Speichers.',
  rowsFile: 'Zeilen der Wallet',
  keysA: 'Schlüsseldatei des Wallet-Dienstes',
  keysB: 'Schlüsseldatei des Tresors',
  open: 'Adressen anzeigen',
  wrongWords: 'Das sind keine 24 Wiederherstellungswörter. Prüfe Schreibweise und Reihenfolge.',
  wrongRows:
    'Diese Dateien öffnen zusammen keine Wallet. Prüfe, ob alle drei zur selben Installation gehören.',
  evm: 'Ethereum-Konto',
  smartAccount: 'Smart Account',
  owner: 'Besitzer des Smart Accounts',
  solana: 'Solana-Konto',
  keys: 'Wörter und private Schlüssel anzeigen',
  phrase: 'Wiederherstellungswörter',
  evmKey: 'Privater Schlüssel des Ethereum-Kontos',
  ownerKey: 'Privater Schlüssel des Besitzers',
  solanaKey: 'Privater Schlüssel des Solana-Kontos',
};

const ar: Texts = {
  title: 'فتح محفظة دون شبكة',
  warning:
    'استخدم هذا الملف على حاسوب غير متصل بالشبكة، ثم أغلقه. من يرى الكلمات أو المفاتيح يستطيع أخذ كل ما في المحفظة.',
  words: 'من عبارة الاسترداد',
  wordsLabel: 'الكلمات الأربع والعشرون بالترتيب',
  rows: 'من نسخة احتياطية',
  rowsHint: 'تحتاج إلى صفوف المحفظة من المخزنين وملف المفاتيح لكل مخزن.',
  rowsFile: 'صفوف المحفظة',
  keysA: 'ملف مفاتيح خدمة المحفظة',
  keysB: 'ملف مفاتيح الخزنة',
  open: 'إظهار العناوين',
  wrongWords: 'هذه ليست 24 كلمة من عبارة استرداد. تحقق من كتابتها وترتيبها.',
  wrongRows: 'هذه الملفات لا تفتح محفظة معًا. تحقق من أنها كلها من النظام نفسه.',
  evm: 'حساب إيثريوم',
  smartAccount: 'الحساب الذكي',
  owner: 'مالك الحساب الذكي',
  solana: 'حساب سولانا',
  keys: 'إظهار الكلمات والمفاتيح الخاصة',
  phrase: 'عبارة الاسترداد',
  evmKey: 'المفتاح الخاص لحساب إيثريوم',
  ownerKey: 'المفتاح الخاص للمالك',
  solanaKey: 'المفتاح الخاص لحساب سولانا',
};

/** The first of the visitor's languages that the tool has, with its direction. */
export function textsFor(languages: readonly string[]): { lang: string; dir: 'ltr' | 'rtl'; texts: Texts } {
  const known: Readonly<Record<string, Texts>> = { en, de, ar };
  const lang = languages.map(one => one.slice(0, 2)).find(one => Object.hasOwn(known, one)) ?? 'en';
  return { lang, dir: lang === 'ar' ? 'rtl' : 'ltr', texts: known[lang] ?? en };
}
