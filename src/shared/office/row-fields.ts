import * as z from 'zod/mini';
import type { Role } from '#shared/core/access.ts';

/** UTC ms. */
export const moment = z.int();
export const text = z.string();
export const maybeText = z.nullable(z.string());
export const maybeMoment = z.nullable(moment);
export const cents = z.int();

/** Fields of every row. */
export const base = { at: moment, id: text };
/** The account that a row is about, and its owner. */
export const ofAccount = { account: text, accountId: text, email: text, personId: text };

/** Everyone who works at the firm; affiliates are partners. */
export const staffRoles = [
  'admin',
  'finance',
  'support',
  'reviewer',
  'risk_manager',
] as const satisfies readonly Role[];
export const riskRoles = ['risk_manager', 'admin'] as const satisfies readonly Role[];
export const financeRoles = ['finance', 'admin'] as const satisfies readonly Role[];
export const moneyRoles = ['finance', 'support', 'admin'] as const satisfies readonly Role[];

export const programmes = ['classic', 'ascension', 'merit', 'premium'] as const;
export const phases = ['evaluation', 'funded', 'live'] as const;
export const platforms = ['rithmic', 'dxfeed'] as const;
