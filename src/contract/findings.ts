import * as z from 'zod/mini';
import { conductCauses } from '../domain/account/conduct.ts';
import { defineCall } from './call.ts';
import { opaqueId, requiredText } from './fields.ts';
import { riskRoles } from './office/row-fields.ts';

const access = { roles: riskRoles } as const;

export const dismissFinding = defineCall({
  name: 'dismissFinding',
  summary: 'Closes a finding that needs no case, with the reason; the trader hears nothing',
  method: 'POST',
  path: 'admin/findings/dismiss',
  access,
  body: z.object({ findingId: opaqueId, reason: requiredText(2_000) }),
  errors: ['not_found', 'conflict', 'too_many'],
});

export const openFindingCase = defineCall({
  name: 'openFindingCase',
  summary: 'Opens a conduct case on a finding’s account, with its fills as evidence; the account is suspended',
  method: 'POST',
  path: 'admin/findings/case',
  access,
  body: z.object({ findingId: opaqueId, cause: z.enum(conductCauses, 'required'), evidence: requiredText(8_000) }),
  data: z.object({ caseId: z.string() }),
  errors: ['not_found', 'conflict', 'conduct_open', 'conduct_ended', 'too_many'],
});
