import * as z from 'zod';

const text = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)
  .refine(Number.isFinite);

/** A number that some services write as a text, such as `7500` or `2.50`. */
export const decimal = () => z.union([z.number(), text]);
