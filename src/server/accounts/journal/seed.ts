import { listRows } from '#server/core/database/rows.ts';
import { type Deps, ServiceError } from '#server/core/deps.ts';
import { libraries } from '#server/core/libraries.ts';
import { noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { previousTradingDay, resultDayOf } from '#shared/exchange/trading-day.ts';
import { setPersonalStop } from '../personal-stop/change.ts';
import { storeJournalEntry } from './entries.ts';
import { addPicture } from './pictures.ts';

const notes = [
  {
    tags: ['sample', 'opening range'],
    notes: 'Sample entry. Waited for the first half hour, then took the break with the stop below the range.',
  },
  {
    tags: ['sample', 'late entry'],
    notes:
      'Sample entry. Chased the second trade: in after the move, out at the stop. One of those is enough for a day.',
  },
] as const;

const sketch = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"><rect width="640" height="320" fill="#faf9f5"/>
<path d="M20 220 L120 180 L200 210 L300 120 L380 150 L470 90 L620 110" fill="none" stroke="#07546b" stroke-width="4"/>
<path d="M20 260 L620 260" stroke="#b4431f" stroke-width="3"/></svg>`;

/** Two journal entries, a picture and a personal daily stop for the demo trader’s active accounts. */
export async function seedJournal(deps: Deps, email: string): Promise<void> {
  const accounts = await deps.db
    .selectFrom('trading_account')
    .innerJoin('person', 'person.id', 'trading_account.person_id')
    .select(['trading_account.id', 'person_id', 'order_id', 'state'])
    .where('person.email', '=', email)
    .where('order_id', 'in', ['demo-order-classic-50k', 'demo-order-ascension-100k'])
    .where('ended_at', 'is', null)
    .execute();
  const written = accounts.find(({ order_id: orderId }) => orderId === 'demo-order-classic-50k');
  const stopped = accounts.find(({ order_id: orderId }) => orderId === 'demo-order-ascension-100k');
  if (!written) return;
  const { id: accountId, person_id: personId } = written;
  const entries = await listRows(deps.db, 'journal_entry', { account_id: accountId }, ['day'], { limit: 1 });
  if (entries.length > 0) return;
  if (stopped?.state.status === 'active') {
    const limits = { ...noLimits, lossCents: 150_000 };
    await setPersonalStop(deps, { personId: stopped.person_id }, { accountId: stopped.id, ...limits });
  }
  let day = resultDayOf(deps.clock().getTime());
  for (const entry of notes) {
    day = previousTradingDay(day);
    try {
      await storeJournalEntry(deps, personId, {
        accountId,
        day,
        revision: 0,
        tags: [...entry.tags],
        notes: entry.notes,
      });
    } catch (error) {
      // Another server that starts the demo at the same time was first, and stores the rest.
      if (error instanceof ServiceError && error.status === 409) return;
      throw error;
    }
  }
  const sharp = await libraries.sharp();
  const png = await sharp(Buffer.from(sketch)).png().toBuffer();
  await addPicture(deps, personId, { accountId, day, picture: new File([new Uint8Array(png)], 'sketch.png') });
}
