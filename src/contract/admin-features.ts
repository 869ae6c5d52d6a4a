import * as z from 'zod/mini';
import { supportRoles } from './admin-tickets.ts';
import { defineCall } from './call.ts';
import { featureProgresses } from './features.ts';
import { opaqueId, text } from './fields.ts';

export const officeFeatureProgress = defineCall({
  name: 'officeFeatureProgress',
  summary: 'Updates the progress of a published suggestion and notifies its author and voters',
  method: 'POST',
  path: 'admin/features/progress',
  access: { roles: supportRoles },
  body: z.object({
    featureId: opaqueId,
    progress: z.enum(featureProgresses, 'required'),
    /** Public. Required to decline. */
    reason: z._default(text(500).check(z.trim()), ''),
  }),
  errors: ['not_found', 'too_many'],
});
