import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { requiredText } from './fields.ts';

export const countLink = defineCall({
  name: 'countLink',
  summary: 'A browser came by an affiliate’s link; the answer is the same for a code that is nobody’s',
  method: 'POST',
  path: 'affiliate/link/count',
  body: z.object({
    code: requiredText(40),
    /** The browser's id from `sessionId/fetch`, to which its later orders are attributed. */
    browserSessionId: requiredText(128),
  }),
  errors: ['too_many'],
});
