import * as z from 'zod/mini';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';
import { defineCall } from '#shared/core/call.ts';
import { freeText, opaqueId } from '#shared/core/fields.ts';
import { localizedFields } from '#shared/core/localized.ts';
import { riskRoles } from '#shared/core/staff-roles.ts';
import { instrumentCodes } from '#shared/exchange/instruments.ts';

const access = { roles: riskRoles } as const;

/** `all`, or a scope and its value: `program:classic`, `platform:rithmic`, `instrument:ES`. */
export const haltTargets = [
  'all',
  ...programs.map((name) => `program:${name}` as const),
  ...platforms.map((name) => `platform:${name}` as const),
  ...instrumentCodes.map((code) => `instrument:${code}` as const),
] as const;

export const requestHalt = defineCall({
  summary: 'Requests a trading halt. It starts when a second person approves; traders see the text',
  post: 'admin/halts/request',
  access,
  body: z.object({
    target: z.enum([...haltTargets], 'required'),
    ...localizedFields('text', freeText(1_000)),
  }),
  data: z.object({ haltId: z.string() }),
  errors: ['conflict'],
});

export const requestHaltEnd = defineCall({
  summary: 'Requests the end of a halt. Trading resumes when a second person approves',
  post: 'admin/halts/lift',
  access,
  body: z.object({ haltId: opaqueId }),
  errors: ['not_found', 'conflict'],
});

export const decideHalt = defineCall({
  summary: 'Approves or declines another person’s request to start or end a halt',
  post: 'admin/halts/decide',
  access,
  body: z.object({ haltId: opaqueId, decision: z.enum(['approve', 'decline'], 'required') }),
  errors: ['not_found', 'conflict', 'second_person'],
});
