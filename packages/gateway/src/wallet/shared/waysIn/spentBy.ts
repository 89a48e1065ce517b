/** For whom the limits of a user count, which `takeOfUser` counts. */
export const SPENT_BY =
  'of each settled browser with those it vouched for, and of all other sessions of the user together';

/** The limits of codes for actions of the portal. */
export const CODE_LIMITS = `10 codes in an hour, 30 a day, and 15 wrong ones a day, ${SPENT_BY}.`;
