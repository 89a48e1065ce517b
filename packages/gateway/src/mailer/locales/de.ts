import type { MailTexts } from './en.js';

/** German. */
export const de: MailTexts = {
  codeSubject: '{code} ist dein Anmeldecode',
  codeTitle: 'Dein Anmeldecode',
  codeBody: 'Gib diesen Code bei {host} ein. Er gilt {minutes} Minuten.',
  codeWarning: 'Gib diesen Code niemals weiter. Wenn du ihn nicht angefordert hast, musst du nichts tun.',
  approveSubject: 'Neues Gerät bestätigen',
  approveTitle: 'Neues Gerät bestätigen',
  approveBody:
    'Jemand meldet sich bei {host} mit deiner E-Mail-Adresse an, auf einem neuen Gerät: {browser}.',
  approveAction: 'Ansehen',
  approveWarning:
    'Bestätige nur, wenn du das gerade selbst begonnen hast. Die Website nennt der Browser, der sich anmeldet: Wir haben geprüft, dass sie diese Wallet verwenden darf, nicht, dass es die Seite ist, die du geöffnet hast. Der Link gilt einmal, {minutes} Minuten lang.',
  deniedSubject: 'Du hast ein neues Gerät abgelehnt',
  deniedTitle: 'Du hast ein neues Gerät abgelehnt',
  deniedBody: '{browser} wurde bei {host} nicht angemeldet.',
  deniedWarning:
    'Wenn du diese Anmeldung nicht begonnen hast, will jemand in deine Wallet. Sperre sie und sichere dein Postfach.',
  attemptsSubject: 'Jemand versucht immer wieder, sich mit deiner E-Mail-Adresse anzumelden',
  attemptsTitle: 'Jemand versucht immer wieder, sich mit deiner E-Mail-Adresse anzumelden',
  attemptsBody:
    'Innerhalb eines Tages wurden viele Anmeldungen mit deiner E-Mail-Adresse in Browsern begonnen, die deine Wallet noch nie geöffnet haben, zuletzt bei {host}.',
  attemptsWarning:
    'Niemand ist hineingekommen. Bestätige keine Anmeldung, die du nicht begonnen hast, und gib keinen Code weiter. Browser, die du schon verwendest, funktionieren weiter.',
  installationSubject: 'Ein neues Gerät kann deine Wallet verwenden',
  installationTitle: 'Ein neues Gerät kann deine Wallet verwenden',
  installationBody: '{browser} wurde bei {host} hinzugefügt.',
  installationWarning: 'Wenn du das nicht warst, sperre jetzt deine Wallet und sichere dein Postfach.',
  reuseSubject: 'Du wurdest zu deiner Sicherheit abgemeldet',
  reuseTitle: 'Du wurdest zu deiner Sicherheit abgemeldet',
  reuseBody: 'Ein Schlüssel deiner Sitzung bei {host} wurde zweimal verwendet. Die Sitzung wurde beendet.',
  reuseWarning:
    'Melde dich neu an. Wenn dir nichts Besonderes bekannt ist, sperre deine Wallet und prüfe deine Geräte.',
  primarySubject: '{code} bestätigt deine bisherige E-Mail-Adresse',
  primaryTitle: 'E-Mail-Adresse ändern',
  primaryBody:
    'Du möchtest für deine Wallet künftig {email} verwenden. Gib diesen Code bei {host} ein, um es zu erlauben.',
  primaryWarning:
    'Wenn du das nicht wolltest, gib den Code nicht weiter: Deine Adresse bleibt, wie sie ist. Um andere fernzuhalten, sperre deine Wallet.',
  secondarySubject: '{code} bestätigt deine neue E-Mail-Adresse',
  secondaryTitle: 'Neue E-Mail-Adresse bestätigen',
  secondaryBody: 'Gib diesen Code bei {host} ein. Er gilt {minutes} Minuten.',
  secondaryWarning: 'Wenn du das nicht angefordert hast, musst du nichts tun.',
  takenSubject: 'Diese E-Mail-Adresse wird schon verwendet',
  takenTitle: 'Diese E-Mail-Adresse wird schon verwendet',
  takenBody:
    'Jemand möchte sie bei {host} für eine andere Wallet verwenden. Sie gehört schon zu einer Wallet.',
  takenWarning: 'Nichts wurde geändert. Wenn du das warst, melde dich stattdessen mit dieser Adresse an.',
  changingSubject: 'Deine E-Mail-Adresse soll geändert werden',
  changingTitle: 'Deine E-Mail-Adresse soll geändert werden',
  changingBody: 'Deine Wallet soll künftig {email} verwenden. Das wurde bei {host} angefordert.',
  changingWarning:
    'Wenn du das nicht warst, mach es rückgängig: 72 Stunden lang nimmt die Schaltfläche die Änderung zurück und sperrt deine Wallet.',
  changedSubject: 'Deine E-Mail-Adresse wurde geändert',
  changedTitle: 'Deine E-Mail-Adresse wurde geändert',
  changedBody: 'Deine Wallet verwendet ab jetzt {email}. Andere Geräte wurden abgemeldet.',
  changedWarning:
    'Wenn du das nicht warst, mach es mit der Schaltfläche der Mail rückgängig, die dir die Änderung angekündigt hat.',
  freezeAction: 'Meine Wallet sperren',
  revertAction: 'Rückgängig machen und sperren',
  freezeTitle: 'Wallet sperren',
  freezeQuestion:
    'Ist etwas geschehen, das nicht von dir war? Solange deine Wallet gesperrt ist, kann niemand sie auf irgendeinem Gerät öffnen.',
  freezeNote:
    'Die Sperre endet nach 72 Stunden von selbst. Deine Schlüssel und dein Guthaben bleiben, wo sie sind.',
  freezeDone: 'Niemand kann deine Wallet öffnen bis',
  revertTitle: 'E-Mail-Adresse behalten',
  revertQuestion:
    'Deine Wallet gehört wieder zu dieser E-Mail-Adresse, alle Geräte werden abgemeldet, und 72 Stunden lang kann niemand die Wallet öffnen.',
  footer: 'Du bekommst diese Mail, weil deine Adresse bei {host} verwendet wurde.',
  unknownBrowser: 'ein unbekannter Browser',
  pageTitle: 'Neues Gerät bestätigen',
  pageLoading: 'Einen Moment …',
  pageQuestion: 'Meldest du dich gerade an?',
  pageHost: 'Seite',
  pageBrowser: 'Browser',
  pageTime: 'Begonnen',
  pageWarning: 'Bestätige nur, wenn du das gerade selbst begonnen hast.',
  pageProject: 'Nennt sich',
  pageUnproved:
    'Die Website nennt der Browser, der sich anmeldet. Wir haben geprüft, dass sie diese Wallet verwenden darf, nicht, dass es die Seite ist, die du geöffnet hast: Vergleiche sie mit deren Adresse.',
  pageOtherNetwork:
    'Dieses Gerät ist in einem anderen Netz als das, das sich anmeldet. Wenn du das nicht begonnen hast, lehne ab.',
  pageApprove: 'Bestätigen',
  pageApproveAnyway: 'Bestätigen, ich habe begonnen',
  pageDeny: 'Ablehnen',
  pageApproved: 'Bestätigt. Geh zurück zu der Seite, auf der du dich anmeldest.',
  pageDenied: 'Abgelehnt. Niemand wurde angemeldet.',
  pageInvalid: 'Dieser Link gilt nicht mehr. Beginne auf der Seite von vorn.',
  pageFailed: 'Das hat nicht geklappt. Prüfe deine Verbindung und versuche es noch einmal.',
  pageScriptless: 'Diese Seite braucht JavaScript.',
};
