/** What staff and partners may do besides trading. Stored in `person.roles`. */
export const roles = ['admin', 'finance', 'support', 'reviewer', 'risk_manager', 'affiliate'] as const;

export type Role = (typeof roles)[number];

/**
 * What a call requires: nothing, a valid token, the token of a person with a verified address, or additionally
 * one of the roles.
 */
export type CallAccess = 'any' | 'token' | 'verified' | { readonly roles: readonly [Role, ...Role[]] };

export type Bearer = { readonly verified: boolean; readonly roles: readonly Role[] };

/** Why a person with a valid token may not make a call; null if they may. */
export function refuseBearer(access: CallAccess, bearer: Bearer): 'not_verified' | 'not_allowed' | null {
  if (access === 'any' || access === 'token') return null;
  if (!bearer.verified) return 'not_verified';
  if (access === 'verified' || access.roles.some((role) => bearer.roles.includes(role))) return null;
  return 'not_allowed';
}
