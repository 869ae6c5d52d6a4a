import type { Routes } from '#server/core/http/mount.ts';
import { answerConduct, decideConduct, openConduct } from '#shared/risk/contract-conduct.ts';
import { answerConductCase } from './conduct/answer.ts';
import { decideConductCase } from './conduct/decide.ts';
import { openConductCase } from './conduct/open.ts';

export const conductRoutes: Routes = ({ mount, deps }) => {
  mount(answerConduct, ({ actor, body }) => answerConductCase(deps, actor, body));
  mount(openConduct, ({ actor, body }) => openConductCase(deps, actor, body));
  mount(decideConduct, ({ actor, body }) => decideConductCase(deps, actor, body));
};
