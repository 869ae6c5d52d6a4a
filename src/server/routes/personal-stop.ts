import { fetchPersonalStop, updatePersonalStop } from '../../contract/personal-stop.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { readPersonalStop, setPersonalStop } from '../services/personal-stop/change.ts';

export const personalStopRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    fetchPersonalStop,
    async ({ actor, query }) => ({ data: await readPersonalStop(deps, actor.personId, query.accountId) }),
    { limit: 'read' },
  );

  mountPrivate(
    app,
    updatePersonalStop,
    async ({ actor, body }) => ({ data: await setPersonalStop(deps, actor, body) }),
    {
      limit: 'write',
    },
  );
};
