import { isStaffRole } from './access.ts';
import { type Call, drawnTypes } from './call.ts';
import { type ErrorCode, type ErrorStatus, errorStatus } from './errors.ts';
import { subjectFieldsOf } from './own-case.ts';

function listAccessErrors({ access, method }: Call): readonly ErrorCode[] {
  // A view of a trader's account changes nothing, not even what anyone may.
  if (access === 'any') return method === 'GET' ? [] : ['view_only'];
  const forAnyone = ['no_token', 'token_invalid', 'view_only', 'read_token_scope'] as const;
  if (access === 'token') return forAnyone;
  if (access === 'verified' || access === 'payout') return [...forAnyone, 'not_verified'];
  const forStaff = access.roles.some(isStaffRole) ? (['second_factor_needed'] as const) : [];
  return [...forAnyone, 'not_verified', 'not_allowed', ...forStaff];
}

/** All error codes of a call: its own and those implied by its access and input. */
export function listErrors(call: Call): readonly ErrorCode[] {
  const implied: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [call.body !== null, ['bad_body', 'body_large', 'invalid']],
    [call.query !== null, ['bad_body', 'invalid']],
    [call.params !== null, ['not_found']],
    [call.idempotent, ['idempotency_key']],
    [call.limit !== null || drawnTypes.includes(call.mediaType), ['too_many']],
    [subjectFieldsOf(call).length > 0, ['own_case']],
  ];
  const fromInput = implied.flatMap(([applies, codes]) => (applies ? codes : []));
  return [...new Set([...listAccessErrors(call), ...fromInput, ...call.errors])];
}

export function listErrorStatuses(call: Call): readonly ErrorStatus[] {
  const statuses = listErrors(call).map(errorStatus);
  return [...new Set(statuses)].sort((a, b) => a - b);
}
