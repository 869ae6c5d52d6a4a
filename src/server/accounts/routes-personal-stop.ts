import type { Routes } from '#server/core/http/mount.ts';
import { fetchPersonalStop, lockAccountNow, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { lockOwnAccount, readPersonalStop, setPersonalStop } from './personal-stop/change.ts';

export const personalStopRoutes: Routes = ({ mount, deps }) => {
  mount(fetchPersonalStop, ({ actor, query }) => readPersonalStop(deps, actor.personId, query.accountId));
  mount(updatePersonalStop, ({ actor, body }) => setPersonalStop(deps, actor, body));
  mount(lockAccountNow, ({ actor, body }) => lockOwnAccount(deps, actor, body));
};
