import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, optionalText } from '#shared/core/fields.ts';
import { supportRoles } from '#shared/core/staff-roles.ts';
import { featureProgresses } from './contract-features.ts';

export const officeFeatureProgress = defineCall({
  summary: 'Updates the progress of a published suggestion and notifies its author and voters',
  post: 'admin/features/progress',
  access: { roles: supportRoles },
  body: z.object({
    featureId: opaqueId,
    progress: z.enum(featureProgresses, 'required'),
    /** Public. Required to decline. */
    reason: z._default(optionalText(500), ''),
  }),
  errors: ['not_found'],
});
