/** A circle that fills the box of an icon. */
export const CIRCLE = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0';

/** An envelope, used in Connect and in views that can be reached without it. */
export const MAIL =
  'm22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z';
