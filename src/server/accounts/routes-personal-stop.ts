import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import { fetchPersonalStop, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { readPersonalStop, setPersonalStop } from './personal-stop/change.ts';

export const personalStopRoutes: Routes = (app, deps) => {
  mountPrivate(app, fetchPersonalStop, async ({ actor, query }) => ({
    data: await readPersonalStop(deps, actor.personId, query.accountId),
  }));

  mountPrivate(app, updatePersonalStop, async ({ actor, body }) => ({
    data: await setPersonalStop(deps, actor, body),
  }));
};
