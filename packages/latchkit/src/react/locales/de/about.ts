import type { about as english } from '../en/about.js';
import type { Translation } from '../en/Translation.js';

export const about: Translation<typeof english> = {
  'wallet.heading': 'Dein Schlüssel zum offenen Netz',
  'wallet.text':
    'Eine Wallet ist eine App, die deine Schlüssel verwahrt und dich fragt, bevor etwas geschieht.',
  'wallet.holdTitle': 'Behalte, was dir gehört',
  'wallet.holdText': 'Coins und Sammelstücke senden, empfangen und verwahren.',
  'wallet.loginTitle': 'Verbinden ohne Passwort',
  'wallet.loginText':
    'Seiten sehen deine Adresse, was du signierst, und deine E-Mail-Adresse, wenn du dich damit einloggst.',
  'wallet.approveTitle': 'Du bestätigst jeden Schritt',
  'wallet.approveText': 'Ohne dich wird nichts signiert oder gesendet.',
  'wallet.get': 'Wallet holen',
  'wallet.points': 'Was eine Wallet tut',
  'networks.heading': 'Wo deine Coins liegen',
  'networks.text':
    'Ein Netzwerk ist ein gemeinsames Verzeichnis von Konten und Guthaben, das viele Computer im Gleichschritt halten.',
  'networks.manyTitle': 'Es gibt viele',
  'networks.manyText': 'Jedes hat eigene Coins, Gebühren und ein eigenes Tempo.',
  'networks.sameTitle': 'Eine Wallet, mehrere Netzwerke',
  'networks.sameText': 'Deine Adresse ist oft dieselbe, deine Guthaben sind es nicht.',
  'networks.feesTitle': 'Gebühren zahlst du im eigenen Coin',
  'networks.feesText': 'Behalte etwas davon, um überhaupt senden zu können.',
  'networks.learn': 'Mehr erfahren',
  'networks.points': 'Über Netzwerke',
};
