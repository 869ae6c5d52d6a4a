import * as z from 'zod/mini';
import { conductCauses } from '#shared/accounts/conduct.ts';
import { defineCall } from '#shared/core/call.ts';
import { freeText, opaqueId } from '#shared/core/fields.ts';
import { riskRoles } from '#shared/core/staff-roles.ts';

const access = { roles: riskRoles } as const;

export const dismissFinding = defineCall({
  summary: 'Dismisses a finding that needs no case, with a reason. The trader isn’t notified',
  post: 'admin/findings/dismiss',
  access,
  body: z.object({ findingId: opaqueId, reason: freeText(2_000) }),
  errors: ['not_found', 'conflict'],
});

export const openFindingCase = defineCall({
  summary: 'Opens a conduct case for a finding, with its fills as evidence, and suspends the account',
  post: 'admin/findings/case',
  destructive: true,
  access,
  body: z.object({ findingId: opaqueId, cause: z.enum(conductCauses, 'required'), evidence: freeText(8_000) }),
  data: z.object({ caseId: z.string() }),
  errors: ['not_found', 'conflict', 'conduct_open', 'conduct_ended'],
});
