import type { output } from 'zod/mini';
import { readCopierAvailability } from '#server/accounts/feed/copier-availability.ts';
import { rulesColumns, rulesOf } from '#server/accounts/rules-of.ts';
import { isActivated } from '#server/accounts/summary/build.ts';
import { stageOfAccount } from '#server/accounts/summary/stage.ts';
import { findRow, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { advancePeriod } from '#shared/accounts/engine.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { openDayResultCents } from '#shared/accounts/personal-stop/day-figures.ts';
import { limitsOn, noPersonalStop } from '#shared/accounts/personal-stop/personal-stop.ts';
import { findMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import type { fetchCopier } from '#shared/copier/contract.ts';
import { getCopyStatus } from '#shared/copier/copy-link.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import { findCopierPackage } from './find-package.ts';
import { linkOf } from './read-followers.ts';

type Copier = output<typeof fetchCopier.data>;

export async function readCopier(deps: Deps, personId: string): Promise<Copier> {
  const { db } = deps;
  const now = deps.clock().getTime();
  const group = await findRow(db, 'copy_group', { person_id: personId }, ['id', 'leader_id']);
  const links = await listRows(db, 'copy_link', { group_id: group?.id ?? '' }, undefined, { orderBy: 'position' });
  const rows = await db
    .selectFrom('trading_account')
    .select([
      'id',
      'platform_account_id',
      'state',
      'end_reason',
      'suspended_at',
      'simulated',
      'personal_stop',
      ...rulesColumns,
    ])
    .select(isActivated)
    .where('person_id', '=', personId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
  const linkById = new Map(links.map((link) => [link.account_id, link]));
  const accounts = rows.flatMap((row): Copier['accounts'] => {
    const stage = stageOfAccount(row, row.state.status);
    const stored = linkById.get(row.id);
    if (!stored && row.id !== group?.leader_id && (isOver(stage) || !row.simulated)) return [];
    const rules = rulesOf(deps.catalog, row);
    const state = advancePeriod(rules, row.state, now);
    const link = stored && linkOf(stored);
    const { id, program, size, platform_account_id: platformAccountId } = row;
    const ownMaxContracts = limitsOn(row.personal_stop ?? noPersonalStop, resultDayOf(now)).maxContracts;
    const positions = state.positions.map(({ instrument, month, quantity }) => ({ instrument, month, quantity }));
    const follower = link
      ? {
          ...{ ...link, missed: [...link.missed], unmatched: [...link.unmatched] },
          status: getCopyStatus(link),
          dayResultCents: openDayResultCents(state),
          copiedAt: stored.copied_at?.getTime() ?? null,
        }
      : null;
    return [
      {
        id,
        program,
        size,
        platformAccountId,
        stage,
        maxContracts: Math.min(findMaxContracts(rules, state), ownMaxContracts ?? Number.POSITIVE_INFINITY),
        ownMaxContracts,
        positions,
        follower,
      },
    ];
  });
  return {
    availability: await readCopierAvailability(deps, db),
    package: await findCopierPackage(deps, db, personId),
    leaderId: group?.leader_id ?? null,
    accounts,
  };
}
