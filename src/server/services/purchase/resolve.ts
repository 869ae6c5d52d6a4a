import type { Selection } from '../../../contract/selection.ts';
import type { Deps } from '../../deps.ts';
import { needPerson } from './guards.ts';
import { resolveActivation, resolveBill, resolveRenew, resolveReset, resolveReview } from './resolve-for-account.ts';
import { resolveData, resolveEvaluation, resolveThor, resolveTrial } from './resolve-new.ts';
import type { Purchase } from './types.ts';

/**
 * Looks a selection up. @throws {ServiceError} 404 for what is not sold or not the buyer's, 401 where a guest cannot
 * buy, 409 with the reason where it cannot be bought now
 */
export async function resolvePurchase(deps: Deps, personId: string | null, selection: Selection): Promise<Purchase> {
  switch (selection.kind) {
    case 'evaluation':
      return resolveEvaluation(deps, selection);
    case 'trial':
      return resolveTrial(deps, personId, selection);
    case 'thor':
      return resolveThor(deps, selection);
    case 'market-data':
    case 'market-data-free':
      return resolveData(deps, personId, selection);
    case 'reset':
      return resolveReset(deps, needPerson(personId), selection);
    case 'renew':
      return resolveRenew(deps, needPerson(personId), selection);
    case 'funded-activation':
      return resolveActivation(deps, needPerson(personId), selection);
    case 'performance-review':
      return resolveReview(deps, needPerson(personId), selection);
    case 'pending-bill':
    case 'pending-data-bill':
      return resolveBill(deps, needPerson(personId), selection);
  }
}
