import { type Access, ServiceError } from '#server/core/deps.ts';
import { namePerson } from '#server/core/work-context.ts';
import { getPayoutActor } from '#server/payouts/access/find.ts';
import { requireOthersCase } from '#server/people/own-case.ts';
import { findActor, getActor } from '#server/people/sessions/find-actor.ts';
import { getViewedActor } from '#server/people/trader-views/find-actor.ts';
import { findAccessError } from '#shared/core/access.ts';
import { errorStatus } from '#shared/core/errors.ts';
import { isTraderViewCall } from '#shared/firm/trader-view-calls.ts';
import { isTraderViewToken } from '#shared/people/contract-trader-views.ts';

/** The tokens that open calls: of a session, to read, of a trader view, and of someone with access to payouts only. */
export const access: Access = {
  findActor,
  async getActor(deps, call, token) {
    const findBearer = call.access === 'payout' ? getPayoutActor : getActor;
    const actor = isTraderViewToken(token) ? await getViewedActor(deps, token) : await findBearer(deps, token);
    namePerson(deps.keys, actor.personId);
    const isOpen = actor.readScopes?.some((scope) => scope === call.readScope) ?? true;
    const error = isOpen ? findAccessError(call.access, actor) : 'read_token_scope';
    if (error) throw new ServiceError(errorStatus(error), error);
    return actor;
  },
  requireOthersCase,
  isViewOnly: (call, token) => isTraderViewToken(token) && !isTraderViewCall(call),
};
