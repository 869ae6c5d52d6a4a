import type { Routes } from '#server/core/http/context.ts';
import { sendCsv } from '#server/core/http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '#server/core/http/mount.ts';
import * as calls from '#shared/copier/contract.ts';
import { armFollowers, disarmFollowers, flattenFollowers } from './change-followers.ts';
import { listCopyLog, writeCopyLog } from './list-log.ts';
import { readCopier } from './read-copier.ts';
import { saveCopyGroup } from './save-group.ts';

export const copierRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.fetchCopier, async ({ actor }) => ({ data: await readCopier(deps, actor.personId) }), {
    limit: 'read',
  });
  mountPrivate(
    app,
    calls.saveCopier,
    async ({ actor, body }) => {
      await saveCopyGroup(deps, actor.personId, body);
      return {};
    },
    { limit: 'write' },
  );
  mountPrivate(
    app,
    calls.armFollowers,
    async ({ actor, body }) => {
      await armFollowers(deps, actor.personId, body.accountIds);
      return {};
    },
    { limit: 'write' },
  );
  mountPrivate(
    app,
    calls.disarmFollowers,
    async ({ actor, body }) => {
      await disarmFollowers(deps, actor.personId, body.accountIds);
      return {};
    },
    { limit: 'write' },
  );
  mountPrivate(
    app,
    calls.flattenFollowers,
    async ({ actor, body }) => {
      await flattenFollowers(deps, actor.personId, body.accountIds);
      return {};
    },
    { limit: 'write' },
  );
  mountPrivate(
    app,
    calls.fetchCopyLog,
    async ({ actor, query }) => ({ data: await listCopyLog(deps, actor.personId, query) }),
    { limit: 'read' },
  );
  mountPrivateRaw(
    app,
    calls.copyLogFile,
    async ({ actor, context }) => sendCsv(context, 'thor-log', await writeCopyLog(deps, actor.personId)),
    { limit: 'read' },
  );
};
