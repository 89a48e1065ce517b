/** A circle that fills the box of an icon. */
export const CIRCLE = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0';
