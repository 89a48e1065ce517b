/** Regions in which the usual service address may be out of reach [LIM-36]. */
const RESTRICTED = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Harbin',
  'Asia/Kashgar',
  'Asia/Macau',
  'Asia/Macao',
  'Asia/Hong_Kong',
];

/** Whether services have to be reached by their alternate address in a timezone [LIM-36]. */
export function isRestrictedTimezone(timeZone: string): boolean {
  return RESTRICTED.includes(timeZone);
}
