import { sendCsv } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/copier/contract.ts';
import { armFollowers, disarmFollowers, flattenFollowers } from './change-followers.ts';
import { listCopyLog, writeCopyLog } from './list-log.ts';
import { readCopier } from './read-copier.ts';
import { saveCopyGroup } from './save-group.ts';

export const copierRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchCopier, ({ actor }) => readCopier(deps, actor.personId));
  mount(calls.saveCopier, ({ actor, body }) => saveCopyGroup(deps, actor.personId, body));
  mount(calls.armFollowers, ({ actor, body }) => armFollowers(deps, actor.personId, body.accountIds));
  mount(calls.disarmFollowers, ({ actor, body }) => disarmFollowers(deps, actor.personId, body.accountIds));
  mount(calls.flattenFollowers, ({ actor, body }) => flattenFollowers(deps, actor.personId, body.accountIds));
  mount(calls.fetchCopyLog, ({ actor, query }) => listCopyLog(deps, actor.personId, query));
  mount(calls.copyLogFile, async ({ actor }) => sendCsv('thor-log', await writeCopyLog(deps, actor.personId)));
};
