/** Regions in which the usual service URL may be unreachable. */
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

/** Whether a timezone requires the services' alternate URL. */
export function isRestrictedTimezone(timeZone: string): boolean {
  return RESTRICTED.includes(timeZone);
}
