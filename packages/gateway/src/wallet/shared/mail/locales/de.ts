import type { MailTexts } from './en.js';

/** German. */
export const de: MailTexts = {
  actionSubject: '{code} bestätigt: {action}',
  actionTitle: 'Bestätigen: {action}',
  actionBody:
    'Gib diesen Code auf der Seite deiner Wallet bei {host} ein. Er gilt {minutes} Minuten, nur für diese Aktion.',
  actionWarning:
    'Gib diesen Code niemals weiter. Wenn du ihn nicht angefordert hast, ist jemand anderes in deiner Wallet eingeloggt: Sperre sie jetzt.',
  actionDelete: 'Deine Wallet löschen',
  actionExport: 'Die Wörter und Schlüssel deiner Wallet anzeigen',
  actionMove: 'Eine neue Wallet für den Umzug anlegen',
  actionProtection: 'Den Schutz deiner Wallet ändern',
  actionRekey: 'Alle anderen Geräte ausloggen und deine Wallet neu verschließen',
  actionRevoke: 'Ein Gerät aus deiner Wallet entfernen',
  actionSwitch: 'Ändern, welche Wallet deine Logins öffnen',
  actionUnfreeze: 'Deine Wallet entsperren',
  actionWaive: 'Deine Wallet jetzt auf einem neuen Gerät öffnen',
  exportedSubject: 'Die Wörter deiner Wallet wurden angezeigt',
  exportedTitle: 'Die Wörter deiner Wallet wurden angezeigt',
  exportedBody:
    'Sie wurden auf der Seite deiner Wallet bei {host} angezeigt, nach einem Code aus deiner E-Mail oder einem frischen Login. Wer die Wörter hat, hat die Wallet, von überall und für immer.',
  exportedWarning:
    'Wenn du das nicht warst, verschiebe sofort alles aus deiner Wallet in eine andere. Das Sperren hält niemanden auf, der die Wörter hat.',
  exportOpenSubject: 'Du kannst deine Wallet jetzt exportieren',
  exportOpenTitle: 'Du kannst deine Wallet jetzt exportieren',
  exportOpenBody:
    'Die Wartezeit ist vorbei. Die Wörter und die privaten Schlüssel findest du auf der Seite deiner Wallet bei {host} unter Export.',
  exportOpenWarning:
    'Wenn du diese E-Mail nicht angefordert hast, ist jemand anderes in deiner Wallet eingeloggt: Sperre sie jetzt.',
  frozenSubject: 'Deine Wallet ist gesperrt',
  frozenTitle: 'Deine Wallet ist gesperrt',
  frozenBody:
    'Sie wurde auf der Seite deiner Wallet bei {host} gesperrt. Vor {date} kann niemand sie öffnen, auf keinem Gerät. Deine Schlüssel und dein Guthaben bleiben, wo sie sind.',
  frozenWarning:
    'Wenn du das nicht warst, ist jemand anderes in deiner Wallet eingeloggt: Prüfe deine Geräte und dein Postfach.',
  unfrozenSubject: 'Deine Wallet ist nicht mehr gesperrt',
  unfrozenTitle: 'Deine Wallet ist nicht mehr gesperrt',
  unfrozenBody:
    'Die Sperre wurde auf der Seite deiner Wallet bei {host} aufgehoben, auf einem Gerät, das deine Wallet schon öffnet.',
  unfrozenWarning: 'Wenn du das nicht warst, sperre deine Wallet wieder und prüfe deine Geräte.',
  freezePausedSubject: 'Die Sperre deiner Wallet pausiert',
  freezePausedTitle: 'Die Sperre deiner Wallet pausiert',
  freezePausedBody:
    'Sie wurde auf der Seite deiner Wallet bei {host} unterbrochen, um Berechtigungen von Websites zu widerrufen, auf einem Gerät, das deine Wallet schon öffnet. Spätestens ab {date} kann niemand mehr deine Wallet öffnen.',
  freezePausedWarning: 'Wenn du das nicht warst, sperre deine Wallet jetzt und prüfe deine Geräte.',
  deletingSubject: 'Deine Wallet wird gelöscht',
  deletingTitle: 'Deine Wallet wird gelöscht',
  deletingBody:
    'Am {date} vergisst dieser Dienst den Schlüssel deiner Wallet endgültig. Bis dahin funktioniert sie wie bisher, und du kannst sie auf der Seite deiner Wallet bei {host} mit einem Klick behalten.',
  deletingWarning:
    'Wenn du das nicht warst, sperre deine Wallet jetzt. Eine gesperrte Wallet wird nicht gelöscht.',
  deletionAskedSubject: 'Jemand möchte deine Wallet löschen',
  deletionAskedTitle: 'Jemand möchte deine Wallet löschen',
  deletionAskedBody:
    'Das wurde bei {host} in einem Browser verlangt, der deine Wallet noch keine 24 Stunden hat. Es geschieht nichts, wenn die Wallet vor dem {date} in einem anderen Browser oder mit ihrem Passkey oder Passwort benutzt wird. Sonst vergisst dieser Dienst dann ihren Schlüssel endgültig.',
  deletionAskedWarning:
    'Wenn du das nicht warst, öffne deine Wallet dort, wo du es immer tust: Damit ist die Anfrage beendet. Sichere danach dein Postfach.',
  keptSubject: 'Deine Wallet bleibt',
  keptTitle: 'Deine Wallet bleibt',
  keptBody:
    'Das Löschen wurde auf der Seite deiner Wallet bei {host} abgebrochen, oder weil die Wallet benutzt wurde. Alles bleibt, wie es war.',
  keptWarning: 'Wenn du das nicht warst, ist jemand anderes in deiner Wallet eingeloggt: Sperre sie jetzt.',
  movingSubject: 'Für dich wurde eine zweite Wallet angelegt',
  movingTitle: 'Für dich wurde eine zweite Wallet angelegt',
  movingBody:
    'Sie wurde auf der Seite deiner Wallet bei {host} für einen Umzug angelegt. Deine Logins öffnen weiter die bisherige.',
  movingWarning: 'Wenn du das nicht warst, ist jemand anderes in deiner Wallet eingeloggt: Sperre sie jetzt.',
  switchedSubject: 'Deine Logins öffnen jetzt eine andere Wallet',
  switchedTitle: 'Deine Logins öffnen jetzt eine andere Wallet',
  switchedBody:
    'Das wurde auf der Seite deiner Wallet bei {host} geändert. Die bisherige Wallet wird am {date} gelöscht. Bis dahin kannst du dort zurückwechseln.',
  switchedWarning:
    'Wenn du das nicht warst, sperre deine Wallet jetzt. Solange sie gesperrt ist, wird nichts gelöscht.',
  oldWalletSubject: 'Die Wallet, aus der du umgezogen bist, wird bald gelöscht',
  oldWalletTitle: 'Die Wallet, aus der du umgezogen bist, wird bald gelöscht',
  oldWalletBody:
    'Am {date} löscht dieser Dienst ihren Schlüssel. Danach öffnen nur noch ihre Wörter ihre Adressen. Bis dahin kannst du auf der Seite deiner Wallet bei {host} an die neue Wallet senden, was noch dort ist, und die Wörter exportieren.',
  oldWalletWarning:
    'Wenn du nicht umgezogen bist, sperre deine Wallet jetzt. Solange sie gesperrt ist, wird nichts gelöscht.',
  repairedSubject: 'Bitte logge dich neu in deine Wallet ein',
  repairedTitle: 'Bitte logge dich neu in deine Wallet ein',
  repairedBody:
    'Bei {host} ist ein Fehler in Logins mit Google, Telegram und anderen behoben. Er konnte anderen eine Wallet öffnen. Alle diese Logins sind beendet, und Browser, die sie hinzugefügt haben, öffnen deine Wallet nicht mehr. Logge dich neu ein: Deine Adressen bleiben gleich.',
  repairedWarning:
    'Die Seite deiner Wallet listet die entfernten Browser auf. Wenn du einen davon nicht kennst, ziehe dort in eine neue Wallet um: Jemand hat vielleicht deine Wörter gesehen, und dann hilft nichts anderes.',
  deletedSubject: 'Deine Wallet wurde gelöscht',
  deletedTitle: 'Deine Wallet wurde gelöscht',
  deletedBody:
    'Der Wallet-Dienst bei {host} hat ihren Schlüssel, deine Logins und deine Sitzungen gelöscht. Was auf deinen Adressen liegt, bleibt in den Netzwerken. Kopien in verschlüsselten Backups sind nach höchstens 35 Tagen weg.',
  deletedWarning: 'Nur deine Wörter öffnen diese Adressen jetzt noch.',
  codeSubject: '{code} ist dein Login-Code',
  codeTitle: 'Dein Login-Code',
  codeBody: 'Gib diesen Code bei {host} ein. Er gilt {minutes} Minuten.',
  codeWarning:
    'Gib diesen Code niemals weiter. Wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren.',
  stepCodeSubject: 'Schritt 2 von 2: {code} ist dein Login-Code',
  stepCodeTitle: 'Dein Login-Code',
  stepCodeBody: 'Gib diesen Code bei {host} ein. Er gilt {minutes} Minuten.',
  stepCodeWarning:
    'Gib diesen Code niemals weiter. Wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren.',
  approveSubject: 'Schritt 1 von 2: Bist du das? Neuen Browser bestätigen',
  approveTitle: 'Loggst du dich gerade ein?',
  approveBody:
    'Jemand hat deine E-Mail-Adresse eingegeben, um sich bei {host} einzuloggen. Der Browser hat deine Wallet noch nie geöffnet: {browser}.',
  approveAction: 'Login prüfen',
  approveWarning:
    'Prüfe, ob die Seite, auf der du dich einloggst, die Adresse {host} hat. Bestätige nur, wenn du das gerade selbst begonnen hast. Der Link gilt einmal, {minutes} Minuten lang.',
  approveLoginSubject: 'Bist du das? Neuen Browser bestätigen',
  approveLoginTitle: 'Loggst du dich gerade mit {provider} ein?',
  approveLoginBody:
    'Jemand hat sich mit deinem {provider}-Konto bei {host} eingeloggt. Der Browser hat deine Wallet noch nie geöffnet: {browser}.',
  approveLoginWarning:
    'Prüfe, ob die Seite, auf der du dich einloggst, die Adresse {host} hat. Bestätige nur, wenn du das gerade selbst begonnen hast. Der Link gilt einmal, {minutes} Minuten lang.',
  approvalsSubject: '{code} bestätigt deine E-Mail-Adresse',
  approvalsTitle: 'Neue Browser über diese Adresse bestätigen?',
  approvalsBody:
    'Gib diesen Code bei {host} ein. Er gilt {minutes} Minuten. Danach braucht jeder neue Browser, der deine Wallet öffnet, einen Link, den wir an diese Adresse senden.',
  approvalsWarning:
    'Gib diesen Code niemals weiter. Wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren.',
  deniedSubject: 'Du hast einen Login gestoppt',
  deniedTitle: 'Du hast einen Login gestoppt',
  deniedBody: '{browser} wurde bei {host} nicht eingeloggt.',
  deniedWarning:
    'Wenn du diesen Login nicht begonnen hast, versucht vielleicht jemand, in deine Wallet zu kommen. Sperre deine Wallet und ändere das Passwort deines Postfachs.',
  waitingSubject: 'Ein neuer Browser wird deine Wallet öffnen können',
  waitingTitle: 'Ein neuer Browser wird deine Wallet öffnen können',
  waitingBody: '{browser} wurde bei {host} bestätigt. Der Browser kann deine Wallet ab {time} (UTC) öffnen.',
  waitingWarning:
    'Wenn du das nicht bist, brich die Wiederherstellung vorher auf den Seiten deiner Wallet ab oder sperre deine Wallet jetzt. Ändere dann das Passwort deines Postfachs.',
  attemptsSubject: 'Jemand versucht immer wieder, sich mit deiner E-Mail-Adresse einzuloggen',
  attemptsTitle: 'Jemand versucht immer wieder, sich mit deiner E-Mail-Adresse einzuloggen',
  attemptsBody:
    'Innerhalb eines Tages wurden viele Logins mit deiner E-Mail-Adresse in Browsern begonnen, die deine Wallet noch nie geöffnet haben, zuletzt bei {host}.',
  attemptsWarning:
    'Niemand ist hineingekommen. Bestätige keinen Login, den du nicht begonnen hast, und gib keinen Code weiter. Browser, die du schon verwendest, funktionieren weiter.',
  installationSubject: 'Ein neuer Browser kann deine Wallet öffnen',
  installationTitle: 'Ein neuer Browser kann deine Wallet öffnen',
  installationBody: '{browser} wurde bei {host} hinzugefügt.',
  installationWarning:
    'Wenn du das nicht warst, sperre jetzt deine Wallet und ändere das Passwort deines Postfachs.',
  reuseSubject: 'Du wurdest zu deiner Sicherheit ausgeloggt',
  reuseTitle: 'Du wurdest zu deiner Sicherheit ausgeloggt',
  reuseBody:
    'Ein Schlüssel deiner Sitzung bei {host} wurde zweimal verwendet. Deshalb haben wir die Sitzung beendet.',
  reuseWarning:
    'Logge dich neu ein, um weiterzumachen. Wenn du dir das nicht erklären kannst, sperre deine Wallet und prüfe deine Geräte.',
  primarySubject: 'Deine Wallet soll zu einer anderen E-Mail-Adresse umziehen: {email}',
  primaryTitle: 'Wallet zu einer anderen E-Mail-Adresse umziehen?',
  primaryBody:
    'Mit diesem Code zieht deine Wallet von dieser Adresse zu {email} um. Wer dort E-Mails liest, kann deine Wallet danach öffnen. Gib den Code nur dann bei {host} ein, wenn du das willst.',
  primaryWarning:
    'Wenn du das nicht angefordert hast, gib den Code niemandem, auch nicht der Website: Dann bleibt deine Wallet bei dieser Adresse. Hast du ihn schon weitergegeben, sperre deine Wallet.',
  secondarySubject: '{code} bestätigt deine neue E-Mail-Adresse',
  secondaryTitle: 'Neue E-Mail-Adresse bestätigen',
  secondaryBody: 'Gib diesen Code bei {host} ein. Er ist {minutes} Minuten gültig.',
  secondaryWarning: 'Wenn du das nicht angefordert hast, kannst du diese E-Mail ignorieren.',
  takenSubject: 'Diese E-Mail-Adresse wird schon verwendet',
  takenTitle: 'Diese E-Mail-Adresse wird schon verwendet',
  takenBody:
    'Jemand möchte sie bei {host} für eine andere Wallet verwenden. Sie gehört schon zu einer Wallet.',
  takenWarning: 'Nichts wurde geändert. Wenn du das warst, logge dich stattdessen mit dieser Adresse ein.',
  changingSubject: 'Deine Wallet zieht zu einer anderen E-Mail-Adresse um: {email}',
  changingTitle: 'Deine Wallet zieht zu einer anderen E-Mail-Adresse um',
  changingBody:
    'Deine Wallet gehört ab jetzt zu {email}. Das wurde im Fenster der Wallet bei {host} bestätigt. 24 Stunden lang kann kein neuer Browser sie mit dieser Adresse öffnen.',
  changingWarning:
    'Wenn du das nicht warst, mach es jetzt rückgängig: 72 Stunden lang bringt die Schaltfläche deine Wallet zu dieser Adresse zurück und sperrt sie.',
  changedSubject: 'Deine Wallet ist zu einer anderen E-Mail-Adresse umgezogen: {email}',
  changedTitle: 'Deine Wallet ist zu einer anderen E-Mail-Adresse umgezogen',
  changedBody: 'Deine Wallet gehört jetzt zu {email}. Alle anderen Browser wurden ausgeloggt.',
  changedWarning:
    'Wenn du das nicht warst, mach es mit der Schaltfläche in der E-Mail rückgängig, die den Umzug angekündigt hat.',
  linkCodeSubject: 'Deiner Wallet wird gleich ein weiterer Login hinzugefügt: {login}',
  linkCodeTitle: 'Deiner Wallet einen weiteren Login hinzufügen?',
  linkCodeBody:
    'Mit diesem Code kann ein {login}-Konto deine Wallet öffnen. Wer sich mit diesem Konto einloggen kann, kann sie dann öffnen. Gib den Code auf {host} nur ein, wenn du das möchtest. Er gilt {minutes} Minuten.',
  linkCodeWarning:
    'Wenn du das nicht angefordert hast, gib den Code niemandem, auch nicht der Website. Hast du ihn schon weitergegeben, sperre deine Wallet.',
  linkingSubject: 'Deiner Wallet wurde ein weiterer Login hinzugefügt: {login}',
  linkingTitle: 'Deiner Wallet wurde ein weiterer Login hinzugefügt',
  linkingBody:
    '{login} öffnet ab jetzt auch deine Wallet, wie im Fenster der Wallet auf {host} bestätigt. 24 Stunden lang können neue Browser sie mit diesem Login nicht öffnen.',
  linkingWarning:
    'Wenn du das nicht warst, entferne ihn jetzt: 72 Stunden lang entfernt die Schaltfläche den Login und sperrt deine Wallet.',
  unlinkAction: 'Entfernen und sperren',
  unlinkTitle: 'Den hinzugefügten Login entfernen?',
  unlinkQuestion:
    'Der Login öffnet deine Wallet nicht mehr, alle Geräte werden ausgeloggt, und 72 Stunden lang kann niemand die Wallet öffnen.',
  unlinkDoneTitle: 'Der Login ist entfernt',
  unlinkDone:
    'Er öffnet deine Wallet nicht mehr. Bis {until} kann niemand die Wallet auf irgendeinem Gerät öffnen. Du kannst diesen Tab schließen.',
  removeCodeSubject: 'Ein Login wird gleich aus deiner Wallet entfernt: {login}',
  removeCodeTitle: 'Einen Login aus deiner Wallet entfernen?',
  removeCodeBody:
    'Dieser Code entfernt den Login mit {login} aus deiner Wallet. Er öffnet sie dann nicht mehr, deine anderen Logins schon. Gib den Code auf {host} nur ein, wenn du das möchtest. Er gilt {minutes} Minuten.',
  removeCodeWarning:
    'Wenn du das nicht angefordert hast, gib den Code niemandem, auch nicht der Website. Hast du ihn schon weitergegeben, sperre deine Wallet.',
  removedSubject: 'Ein Login wurde aus deiner Wallet entfernt: {login}',
  removedTitle: 'Ein Login wurde aus deiner Wallet entfernt',
  removedBody:
    '{login} öffnet deine Wallet nicht mehr, wie im Fenster der Wallet auf {host} bestätigt. Browser, die damit eingeloggt waren, sind ausgeloggt. Deine anderen Logins öffnen deine Wallet weiterhin.',
  removedWarning:
    'Wenn du das nicht warst, stelle ihn jetzt wieder her: 72 Stunden lang fügt die Schaltfläche den Login wieder hinzu und sperrt deine Wallet.',
  restoreAction: 'Wiederherstellen und sperren',
  restoreTitle: 'Den entfernten Login wiederherstellen?',
  restoreQuestion:
    'Der Login öffnet deine Wallet wieder, alle Geräte werden ausgeloggt, und 72 Stunden lang kann niemand die Wallet öffnen.',
  restoreDoneTitle: 'Der Login ist wiederhergestellt',
  restoreDone:
    'Nach der Sperre öffnet er deine Wallet wieder. Bis {until} kann niemand die Wallet auf irgendeinem Gerät öffnen. Du kannst diesen Tab schließen.',
  freezeAction: 'Meine Wallet sperren',
  revertAction: 'Rückgängig machen und sperren',
  freezeTitle: 'Wallet sperren',
  freezeQuestion:
    'Sperre deine Wallet, wenn etwas passiert ist, das nicht von dir kam. Solange sie gesperrt ist, kann niemand sie öffnen, auf keinem Gerät, auch du nicht.',
  freezeNote:
    'Die Sperre endet nach 72 Stunden. Deine Schlüssel und dein Guthaben bleiben, wo sie sind. Sie beendet keine Berechtigungen von Websites: Widerrufe diese in deiner Wallet.',
  freezeDone: 'Niemand kann sie auf irgendeinem Gerät öffnen bis {until}. Du kannst diesen Tab schließen.',
  revertTitle: 'Diese E-Mail-Adresse behalten?',
  revertQuestion:
    'Deine Wallet gehört wieder zu dieser E-Mail-Adresse, alle Geräte werden ausgeloggt, und 72 Stunden lang kann niemand die Wallet öffnen.',
  revertDoneTitle: 'Der Umzug ist rückgängig gemacht',
  revertDone:
    'Deine Wallet gehört wieder zu dieser E-Mail-Adresse. Bis {until} kann niemand sie öffnen, auf keinem Gerät. Du kannst diesen Tab schließen.',
  footer: 'Du bekommst diese E-Mail, weil deine Adresse bei {host} verwendet wurde.',
  unknownBrowser: 'ein unbekannter Browser',
  pageTitle: 'Bist du das?',
  pageLoading: 'Einen Moment …',
  pageQuestion: 'Loggst du dich gerade ein?',
  pageHost: 'Website',
  pageBrowser: 'Browser',
  pageTime: 'Begonnen',
  pageWarning: 'Bestätige nur, wenn du das gerade selbst begonnen hast.',
  pageProject: 'Nennt sich',
  pageCheck:
    'Prüfe, ob die Seite, auf der du dich einloggst, die Adresse {site} hat. Wenn nicht, wähle Nicht ich.',
  pageOtherNetwork:
    'Er kommt nicht aus dem Netz, in dem du gerade bist. Wenn dich jemand gebeten hat, diesen Link zu öffnen, wähle Nicht ich.',
  pageApprove: 'Bestätigen',
  pageDeny: 'Nicht ich',
  pageApproved:
    'Geh zurück zu {browser} und gib den Code ein, den wir gerade gesendet haben. Du kannst diesen Tab schließen.',
  pageApprovedLogin: 'Geh zurück zu {browser}. Du kannst diesen Tab schließen.',
  pageDenied:
    'Niemand wurde eingeloggt. Vielleicht kennt jemand deine E-Mail-Adresse, aber deine Wallet bleibt für ihn geschlossen. Du kannst diesen Tab schließen.',
  pageInvalid:
    'Ein Link gilt einmal, 20 Minuten lang. Geh zurück zur Website und fordere einen neuen an. Nichts wurde bestätigt.',
  pageFailed: 'Der Wallet-Dienst hat nicht geantwortet. Warte einen Moment und versuche es dann noch einmal.',
  pageOffline: 'Dein Browser ist offline. Verbinde dich mit dem Internet und versuche es dann noch einmal.',
  pageRetry: 'Erneut versuchen',
  pageScriptless: 'Diese Seite braucht JavaScript.',
  freezeDoneTitle: 'Deine Wallet ist gesperrt',
  freezeInvalid: 'Nichts wurde geändert. Verwende den Link aus einer neueren E-Mail.',
  pageOtherTitle: 'Dieser Login kommt von woanders',
  pageConfirm:
    'Ich habe das in einem anderen Netz begonnen, zum Beispiel über die mobilen Daten meines Telefons',
  pageTick: 'Zum Bestätigen das Feld ankreuzen',
  pageNext:
    'Nach der Bestätigung senden wir einen Code an dieselbe Adresse. Gib ihn nur dort ein, wo du dich einloggst. Diese Seite fragt nie danach.',
  pageApprovedTitle: 'Bestätigt',
  pageDeniedTitle: 'Gestoppt',
  pageInvalidTitle: 'Dieser Link ist abgelaufen',
  pageFailedTitle: 'Das hat nicht geklappt',
};
