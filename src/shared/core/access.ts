/** Roles of staff and partners, stored in `person.roles`. Traders have none. */
export const roles = ['admin', 'finance', 'support', 'reviewer', 'risk_manager', 'affiliate'] as const;

export type Role = (typeof roles)[number];

/**
 * Who may make a call: anyone, anyone signed in, a person with a verified address, or one who also holds a listed role.
 * `payout` also accepts a token that opens only a person's payouts.
 */
export type CallAccess = 'any' | 'token' | 'verified' | 'payout' | { readonly roles: readonly [Role, ...Role[]] };

/** What a read token opens: the calls that name the scope. */
export const readScopes = ['accounts', 'fills', 'payouts'] as const;

export type ReadScope = (typeof readScopes)[number];

export type Bearer = {
  readonly verified: boolean;
  readonly roles: readonly Role[];
  /** Whether two-step sign-in is on; demo people count as having it. */
  readonly hasSecondFactor: boolean;
};

type AccessError = 'not_verified' | 'not_allowed' | 'second_factor_needed';

export type StaffRole = Exclude<Role, 'affiliate'>;

/** Affiliates are partners; every other role is staff. */
export function isStaffRole(role: Role): role is StaffRole {
  return role !== 'affiliate';
}

/** Why a signed-in person may not make a call; null if they may. Staff also need a second factor. */
export function findAccessError(access: CallAccess, bearer: Bearer): AccessError | null {
  if (access === 'any' || access === 'token') return null;
  if (!bearer.verified) return 'not_verified';
  if (access === 'verified' || access === 'payout') return null;
  const granted = access.roles.filter((role) => bearer.roles.includes(role));
  if (granted.length === 0) return 'not_allowed';
  return bearer.hasSecondFactor || !granted.every(isStaffRole) ? null : 'second_factor_needed';
}
