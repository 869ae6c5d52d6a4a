import { send } from '#app/http/call.ts';
import type { Failure } from '#app/http/failure.ts';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import { createResource, missingOr } from '#app/shell/stores/resource.ts';
import { $user } from '#app/shell/stores/session.ts';
import type { Role } from '#shared/core/access.ts';
import type { Call, DataOf } from '#shared/core/call.ts';
import { officeOverview, officePerson, officeSearch } from '#shared/firm/contract-office.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';

export function isOfficeList(name: string | undefined): name is OfficeListName {
  return name !== undefined && name in officeLists;
}

/** Whether the person has one of these roles. Only hides what the server would refuse anyway. */
export function hasRole(roles: readonly Role[]): boolean {
  const ownRoles = $user.get()?.roles ?? [];
  return roles.some((role) => ownRoles.includes(role));
}

export function canCall({ access }: Call): boolean {
  return typeof access === 'object' && hasRole(access.roles as readonly Role[]);
}

export function canOpen(name: OfficeListName): boolean {
  return hasRole(officeLists[name].roles);
}

/** Tells a missing second factor, which the person must set up, from failures that a retry may fix. */
export function failureStatus(failure: Failure): 'failed' | 'second-factor' {
  return failure.kind === 'status' && failure.code === 'second_factor_needed' ? 'second-factor' : 'failed';
}

/** The office's screens say themselves why they show nothing. */
export const officeOptions = { statusOf: failureStatus, isQuiet: true } as const;

export const $overview = createResource(() => send(officeOverview, {}), officeOptions);

export const $person = createResource((personId: string) => send(officePerson, { query: { personId } }), officeOptions);

export type PersonSummary = DataOf<typeof officePerson>;

export const $record = createResource(
  async (list: OfficeListName, id: string) => {
    const result = await send(officeLists[list].record, { query: { id } });
    return result.ok ? { ok: true, data: result.data.row as ListRow } : result;
  },
  {
    ...officeOptions,
    statusOf: (failure) => (missingOr(404)(failure) === 'missing' ? 'missing' : failureStatus(failure)),
  },
);

export const searchText = () => currentQuery()['q'] ?? '';

export const $searchResults = createResource((q: string) => send(officeSearch, { query: { q } }), { initial: 'idle' });

export async function search(q: string): Promise<void> {
  if (q.trim().length < 3) $searchResults.clear();
  else await $searchResults.load(q);
}
