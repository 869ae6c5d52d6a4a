import type { Routes } from '#server/core/http/context.ts';
import { sendCsv } from '#server/core/http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '#server/core/http/mount.ts';
import * as calls from '#shared/copier/contract.ts';
import { armFollowers, disarmFollowers, flattenFollowers } from './change-followers.ts';
import { listCopyLog, writeCopyLog } from './list-log.ts';
import { readCopier } from './read-copier.ts';
import { saveCopyGroup } from './save-group.ts';

export const copierRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.fetchCopier, async ({ actor }) => ({ data: await readCopier(deps, actor.personId) }));
  mountPrivate(app, calls.saveCopier, ({ actor, body }) => saveCopyGroup(deps, actor.personId, body));
  mountPrivate(app, calls.armFollowers, ({ actor, body }) => armFollowers(deps, actor.personId, body.accountIds));
  mountPrivate(app, calls.disarmFollowers, ({ actor, body }) => disarmFollowers(deps, actor.personId, body.accountIds));
  mountPrivate(app, calls.flattenFollowers, ({ actor, body }) =>
    flattenFollowers(deps, actor.personId, body.accountIds),
  );
  mountPrivate(app, calls.fetchCopyLog, async ({ actor, query }) => ({
    data: await listCopyLog(deps, actor.personId, query),
  }));
  mountPrivateRaw(app, calls.copyLogFile, async ({ actor, context }) =>
    sendCsv(context, 'thor-log', await writeCopyLog(deps, actor.personId)),
  );
};
