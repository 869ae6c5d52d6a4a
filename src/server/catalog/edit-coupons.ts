import type * as z from 'zod/mini';
import { dayMs } from '#lib/durations.ts';
import { insertRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, newId, writeAudit } from '#server/core/deps.ts';
import type { createCoupon } from '#shared/catalog/contract-coupons.ts';
import { claimCode } from './claim-code.ts';

type CouponForm = z.output<NonNullable<typeof createCoupon.body>>;

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** @throws {ServiceError} 409 for a code that is in use, 422 for days that have passed or are in the wrong order */
export async function addCoupon(deps: Deps, actor: Actor, form: CouponForm): Promise<{ couponId: string }> {
  const startsAt = startOf(form.from);
  const expiresAt = new Date(startOf(form.to).getTime() + dayMs);
  if (expiresAt <= deps.clock() || expiresAt <= startsAt) throw invalid({ to: ['invalid'] });
  const id = newId();
  const values = {
    code: form.code,
    percent_bps: form.percent * 100,
    programs: form.program === 'all' ? null : [form.program],
    uses: form.uses,
    once_per_person: form.oncePerPerson === 'yes',
  };
  return deps.db.transaction().execute(async (trx) => {
    await claimCode(deps, trx, form.code);
    await insertRow(trx, 'coupon', {
      ...values,
      id,
      starts_at: startsAt,
      expires_at: expiresAt,
      created_by: `person:${actor.personId}`,
      created_at: deps.clock(),
    });
    await writeAudit(deps, trx, actor, 'coupon-created', ['coupon', id], {
      before: null,
      after: { ...values, startsAt: startsAt.getTime(), expiresAt: expiresAt.getTime() },
    });
    return { couponId: id };
  });
}
