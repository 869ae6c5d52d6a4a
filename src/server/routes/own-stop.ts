import { fetchOwnStop, updateOwnStop } from '../../contract/own-stop.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { readOwnStop, setOwnStop } from '../services/own-stop/change.ts';

export const ownStopRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    fetchOwnStop,
    async ({ actor, query }) => ({ data: await readOwnStop(deps, actor.personId, query.accountId) }),
    { limit: 'read' },
  );

  mountPrivate(app, updateOwnStop, async ({ actor, body }) => ({ data: await setOwnStop(deps, actor, body) }), {
    limit: 'write',
  });
};
