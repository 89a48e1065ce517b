/** The named durations of the protocol, in seconds. */
export const walletConnectTimes = {
  oneSecond: 1,
  threeSeconds: 3,
  fiveSeconds: 5,
  tenSeconds: 10,
  thirtySeconds: 30,
  oneMinute: 60,
  fourMinutes: 240,
  fiveMinutes: 300,
  oneHour: 3_600,
  oneDay: 86_400,
  sevenDays: 604_800,
  thirtyDays: 2_592_000,
  /** 365 days. */
  oneYear: 31_536_000,
} as const;
