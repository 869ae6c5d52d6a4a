/** What staff and partners may do besides trading. Stored in `person.roles`. */
export const roles = ['admin', 'finance', 'support', 'reviewer', 'risk_manager', 'affiliate'] as const;

export type Role = (typeof roles)[number];

/**
 * What a call asks of the bearer: nothing, a valid token, the token of someone whose address is verified, or the token
 * of someone verified who has one of the roles.
 */
export type CallAccess = 'any' | 'token' | 'verified' | { readonly roles: readonly [Role, ...Role[]] };

export type Bearer = { readonly verified: boolean; readonly roles: readonly Role[] };

/** Why someone with a valid token may not make a call; null when they may. */
export function refuseBearer(access: CallAccess, bearer: Bearer): 'not_verified' | 'not_allowed' | null {
  if (access === 'any' || access === 'token') return null;
  if (!bearer.verified) return 'not_verified';
  if (access === 'verified' || access.roles.some((role) => bearer.roles.includes(role))) return null;
  return 'not_allowed';
}
