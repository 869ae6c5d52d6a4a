import { answerConduct, decideConduct, openConduct } from '../../contract/conduct.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { answerConductCase } from '../services/conduct/answer.ts';
import { decideConductCase } from '../services/conduct/decide.ts';
import { openConductCase } from '../services/conduct/open.ts';

export const conductRoutes: Routes = (app, deps) => {
  mountPrivate(app, answerConduct, async ({ actor, body }) => ({ data: await answerConductCase(deps, actor, body) }), {
    limit: 'write',
  });

  mountPrivate(app, openConduct, async ({ actor, body }) => ({ data: await openConductCase(deps, actor, body) }), {
    limit: 'write',
  });

  mountPrivate(app, decideConduct, async ({ actor, body }) => ({ data: await decideConductCase(deps, actor, body) }), {
    limit: 'write',
  });
};
