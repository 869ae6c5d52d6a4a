import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import { answerConduct, decideConduct, openConduct } from '#shared/risk/contract-conduct.ts';
import { answerConductCase } from './conduct/answer.ts';
import { decideConductCase } from './conduct/decide.ts';
import { openConductCase } from './conduct/open.ts';

export const conductRoutes: Routes = (app, deps) => {
  mountPrivate(app, answerConduct, async ({ actor, body }) => ({ data: await answerConductCase(deps, actor, body) }));

  mountPrivate(app, openConduct, async ({ actor, body }) => ({ data: await openConductCase(deps, actor, body) }));

  mountPrivate(app, decideConduct, async ({ actor, body }) => ({ data: await decideConductCase(deps, actor, body) }));
};
