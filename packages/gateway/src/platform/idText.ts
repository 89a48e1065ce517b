import * as z from 'zod';

/** An id that some services write as a number. */
export const idText = () => z.union([z.string(), z.number().transform(String)]);
