import type { Role } from './access.ts';

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

/** Whether these roles may approve and pay money out. */
export const isApprover = (roles: readonly Role[] = []) => financeRoles.some((role) => roles.includes(role));

export const supportRoles = ['support', 'admin'] as const satisfies readonly Role[];
export const moneyRoles = ['finance', 'support', 'admin'] as const satisfies readonly Role[];

export const phases = ['evaluation', 'funded', 'live'] as const;
