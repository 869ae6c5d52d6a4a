/** What staff and partners may do besides trading. Stored in `person.roles`. */
export const roles = ['admin', 'finance', 'support', 'reviewer', 'risk_manager', 'affiliate'] as const;

export type Role = (typeof roles)[number];

/**
 * What a call requires: nothing, a valid token, the token of a person with a verified address, additionally one of the
 * roles, or (`payout`) a verified person's token or one that opens their payouts only.
 */
export type CallAccess = 'any' | 'token' | 'verified' | 'payout' | { readonly roles: readonly [Role, ...Role[]] };

export type Bearer = {
  readonly verified: boolean;
  readonly roles: readonly Role[];
  /** Whether two-step sign-in is on; demo people count as having it. */
  readonly hasSecondFactor: boolean;
};

type Refusal = 'not_verified' | 'not_allowed' | 'second_factor_needed';

/** Affiliates are partners, everyone else with a role is staff. */
export function isStaffRole(role: Role): boolean {
  return role !== 'affiliate';
}

/** Why a person with a valid token may not make a call; null if they may. Staff act only with a second factor. */
export function refuseBearer(access: CallAccess, bearer: Bearer): Refusal | null {
  if (access === 'any' || access === 'token') return null;
  if (!bearer.verified) return 'not_verified';
  if (access === 'verified' || access === 'payout') return null;
  const granted = access.roles.filter((role) => bearer.roles.includes(role));
  if (granted.length === 0) return 'not_allowed';
  return bearer.hasSecondFactor || !granted.every(isStaffRole) ? null : 'second_factor_needed';
}
