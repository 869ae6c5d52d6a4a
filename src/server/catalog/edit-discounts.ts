import type * as z from 'zod/mini';
import { dayStart } from '#lib/calendar-date.ts';
import { dayMs } from '#lib/durations.ts';
import { insertRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, newId, writeAudit } from '#server/core/deps.ts';
import type { createDiscount } from '#shared/catalog/contract-discounts.ts';
import { programs } from '#shared/catalog/programs.ts';
import { readLocalized } from '#shared/core/localized.ts';
import { claimCode } from './claim-code.ts';

type DiscountForm = z.output<NonNullable<typeof createDiscount.body>>;

/** @throws {ServiceError} 409 for a code that is in use, 422 for a day that has passed */
export async function startDiscount(deps: Deps, actor: Actor, form: DiscountForm): Promise<{ discountId: string }> {
  const expiresAt = new Date(dayStart(form.to) + dayMs);
  if (expiresAt <= deps.clock()) throw invalid({ to: ['invalid'] });
  const id = newId();
  const values = {
    code: form.code,
    percent_bps: form.percent * 100,
    programs: form.program === 'all' ? [...programs] : [form.program],
    title: readLocalized(form, 'title'),
  };
  return deps.db.transaction().execute(async (trx) => {
    await claimCode(deps, trx, form.code);
    await insertRow(trx, 'discount', {
      ...values,
      id,
      title: JSON.stringify(values.title),
      offer: null,
      expires_at: expiresAt,
      created_by: `person:${actor.personId}`,
      created_at: deps.clock(),
    });
    await writeAudit(deps, trx, actor, 'discount-started', ['discount', id], {
      before: null,
      after: { ...values, expiresAt: expiresAt.getTime() },
    });
    return { discountId: id };
  });
}
