import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, titleLine, token } from '#shared/core/fields.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import { type OfficeListName, officeLists } from './lists.ts';

const access = { roles: staffRoles } as const;

/** Maximum number of views one person may save per list. */
export const maxSavedViews = 30;

const list = z.enum(Object.keys(officeLists) as [OfficeListName, ...OfficeListName[]], 'invalid');
const name = titleLine(60);
/** The filters in the list’s address, without the page cursor. */
const query = z.record(token(40), token(140));

export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  query,
  /** The role it is shared with; null for a private view. */
  role: z.nullable(z.enum(staffRoles)),
  /** Whether you may rename and delete it. */
  mine: z.boolean(),
});

export type SavedView = z.output<typeof savedView>;

export const listSavedViews = defineCall({
  summary: 'Lists the views you saved or that are shared with your roles, by name',
  get: 'admin/saved-views',
  access,
  query: z.object({ list }),
  data: z.object({ views: z.array(savedView) }),
});

export const saveView = defineCall({
  summary: 'Saves a filter of a list under a name, for yourself or for one of your roles',
  post: 'admin/saved-views/save',
  access,
  body: z.object({ list, name, query, share: z.enum(['own', ...staffRoles], 'required') }),
  data: z.object({ viewId: z.string() }),
  errors: ['conflict'],
});

export const renameView = defineCall({
  summary: 'Renames a view you saved',
  post: 'admin/saved-views/rename',
  access,
  body: z.object({ viewId: opaqueId, name }),
  errors: ['not_found'],
});

export const deleteView = defineCall({
  summary: 'Deletes a view you saved. Succeeds if it is already gone',
  post: 'admin/saved-views/delete',
  destructive: true,
  access,
  body: z.object({ viewId: opaqueId }),
});
