import { sql } from 'kysely';
import { insertRow, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, newId, ServiceError, writeAudit } from '#server/core/deps.ts';
import { lockPerson } from '#server/people/lock.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import type * as calls from '#shared/firm/contract-saved-views.ts';
import { maxSavedViews, type SavedView } from '#shared/firm/contract-saved-views.ts';
import { mayOpenList, type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListFilter } from '#shared/office/define-list.ts';

/**
 * A person's own views of a list and those shared with their roles, by name.
 * @throws {ServiceError} 403 for a list they may not open
 */
export async function listSavedViews(
  { db }: Deps,
  { personId, roles }: Actor,
  list: OfficeListName,
): Promise<SavedView[]> {
  if (!mayOpenList(list, roles)) throw new ServiceError(403, 'not_allowed');
  const rows = await db
    .selectFrom('saved_view')
    .select(['id', 'name', 'query', 'role', 'person_id'])
    .where('list', '=', list)
    .where((eb) => eb.or([eb('person_id', '=', personId), eb('role', 'in', [...roles])]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, query, role, person_id: owner }) => ({
    id,
    name,
    query: query as Record<string, string>,
    role: staffRoles.find((each) => each === role) ?? null,
    mine: owner === personId,
  }));
}

/** Keeps only the list's filters: a position in the list isn't part of a view. */
function pickFilters(list: OfficeListName, query: Readonly<Record<string, string>>): ListFilter {
  const allowedKeys = new Set(['q', 'from', 'to', ...Object.keys(officeLists[list].filters)]);
  return Object.fromEntries(Object.entries(query).filter(([key, value]) => allowedKeys.has(key) && value !== ''));
}

/**
 * Saving the same view again changes nothing.
 * @throws {ServiceError} 403 for a list or a role that isn't theirs, 409 once they have thirty views of the list
 */
export async function saveView(
  deps: Deps,
  { personId, roles }: Actor,
  { list, name, query, share }: BodyOf<typeof calls.saveView>,
): Promise<{ viewId: string }> {
  // A view can only be shared with a role that may open its list: a filter may name a person.
  const isShareable = share === 'own' || (roles.includes(share) && mayOpenList(list, [share]));
  if (!mayOpenList(list, roles) || !isShareable) throw new ServiceError(403, 'not_allowed');
  return deps.db.transaction().execute(async (trx) => {
    await lockPerson(trx, personId);
    const ownViews = trx
      .selectFrom('saved_view')
      .select('id')
      .where('person_id', '=', personId)
      .where('list', '=', list);
    const savedQuery = pickFilters(list, query);
    const role = share === 'own' ? null : share;
    const same = await ownViews
      .where('name', '=', name)
      .where(sql<boolean>`role is not distinct from ${role} and query = ${JSON.stringify(savedQuery)}::jsonb`)
      .executeTakeFirst();
    if (same) return { viewId: same.id };
    if ((await ownViews.limit(maxSavedViews).execute()).length >= maxSavedViews) throw conflict();
    const viewId = newId();
    await insertRow(trx, 'saved_view', {
      ...{ id: viewId, person_id: personId, list, name, role },
      ...{ query: JSON.stringify(savedQuery), created_at: deps.clock() },
    });
    await writeAudit(deps, trx, `person:${personId}`, 'view-saved', ['list', list], {
      viewId,
      before: null,
      after: { name, role, query: savedQuery },
    });
    return { viewId };
  });
}

/** @throws {ServiceError} 404 for another person's view, 403 for one shared with a role they no longer have */
export async function renameView(
  deps: Deps,
  { personId, roles }: Actor,
  { viewId, name }: BodyOf<typeof calls.renameView>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const view = await requireLockedRow(trx, 'saved_view', { id: viewId, person_id: personId }, [
      'name',
      'list',
      'role',
    ]);
    if (view.role !== null && !roles.includes(view.role)) throw new ServiceError(403, 'not_allowed');
    await updateRow(trx, 'saved_view', viewId, { name });
    await writeAudit(deps, trx, `person:${personId}`, 'view-renamed', ['list', view.list], {
      viewId,
      before: view.name,
      after: name,
    });
  });
}

/** Idempotent; another person's view stays. */
export async function deleteView(deps: Deps, { personId }: Actor, viewId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const view = await trx
      .deleteFrom('saved_view')
      .where('id', '=', viewId)
      .where('person_id', '=', personId)
      .returning(['name', 'list', 'role', 'query'])
      .executeTakeFirst();
    if (!view) return;
    await writeAudit(deps, trx, `person:${personId}`, 'view-deleted', ['list', view.list], {
      viewId,
      before: view,
      after: null,
    });
  });
}
