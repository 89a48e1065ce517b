import type { names as english } from '../en/names.js';
import type { Translation } from '../en/Translation.js';

export const names: Translation<typeof english> = {
  'name.title': 'Namen wählen',
  'name.hero': 'Ein Name statt einer Adresse',
  'name.heroText': 'Teile ihn statt deiner Adresse. Er ist kostenlos.',
  'name.label': 'Name',
  'name.length': 'Mindestens 4 Zeichen',
  'name.characters': 'Verwende nur Buchstaben, Ziffern und Bindestriche',
  'name.checking': 'Der Name wird geprüft',
  'name.available': '{name} ist frei',
  'name.unavailable': '{name} ist nicht verfügbar. Wähle einen Namen unten oder versuche einen anderen.',
  'name.suggestions': 'Freie Namen',
  'name.suggestionsFailed': 'Namensvorschläge konnten nicht geladen werden',
  'name.register': 'Namen registrieren',
  'name.registerFailed': 'Der Name {name} konnte nicht registriert werden',
  'name.successTitle': 'Name',
  'name.successText': 'Er gehört dir. Unter diesem Namen kann dir jetzt jeder etwas senden.',
  'name.done': 'Fertig',
};
