import { randomInt } from 'node:crypto';

/** A test person, as every provider of this server knows them. */
export interface Person {
  /** Name in forms. */
  readonly key: string;
  /** Id at the providers: digits only, because some providers use numbers. */
  readonly subject: string;
  readonly name: string;
  readonly userName: string;
  readonly email: string | undefined;
  readonly picture: string;
}

/** A name that reverses the direction of text, and a picture without https. */
const HOSTILE = { name: 'Ada \u202Egnp.exe', picture: 'http://pictures.example/eve.png' };

/** The test persons who are always there. */
export const PEOPLE: readonly Person[] = [
  {
    key: 'ada',
    subject: '10000001',
    name: 'Ada Lovelace',
    userName: 'ada',
    email: 'ada@mail.example',
    picture: 'https://pictures.example/ada.png',
  },
  {
    key: 'noor',
    subject: '10000002',
    name: 'Noor Haddad',
    userName: 'noor',
    email: undefined,
    picture: 'https://pictures.example/noor.png',
  },
  { key: 'eve', subject: '10000003', userName: 'eve', email: 'eve@mail.example', ...HOSTILE },
];

/** Finds a person by the name in a form. `new` is another person each time, eight digits the same person each time. */
export function personOf(key: string): Person | undefined {
  if (/^\d{8}$/.test(key)) return personWithSubject(key);
  if (key !== 'new') return PEOPLE.find(person => person.key === key);
  return personWithSubject(String(randomInt(20_000_000, 90_000_000)));
}

/** Finds a person by id. Unknown ids belong to persons who were new once. */
export function personWithSubject(subject: string): Person {
  const known = PEOPLE.find(person => person.subject === subject);
  if (known !== undefined) return known;
  return {
    key: 'new',
    subject,
    name: `Person ${subject}`,
    userName: `person${subject}`,
    email: `person${subject}@mail.example`,
    picture: 'https://pictures.example/person.png',
  };
}
