import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import { findRow, upsertRow } from '../database/rows.ts';
import { conflict, type Db, type DemoClock, type Deps } from '../deps.ts';
import type { Env } from '../env.ts';
import type { Runner } from '../jobs/runner.ts';

const id = 'demo-clock';

/** Only where nobody outside lives by this clock: a demo with all its services simulated, on its own database. */
function isMovable({ demo, production, databaseUrl, stripe, smtp, bridge, vat, identity, captcha }: Env): boolean {
  const isReal = databaseUrl ?? stripe ?? smtp ?? bridge ?? vat;
  return (
    demo && !production && isReal === undefined && identity.provider === 'documents' && captcha.provider === 'altcha'
  );
}

/** Null where the clock is the machine's. It stays ahead across restarts. */
export async function openDemoClock(env: Env, db: Db, jobs: Runner): Promise<DemoClock | null> {
  if (!isMovable(env)) return null;
  let aheadMs = Number((await findRow(db, 'installation_key', id))?.value ?? 0);
  let isPassing = false;
  return {
    now: () => new Date(Date.now() + aheadMs),
    aheadMs: () => aheadMs,
    async forward(days) {
      if (isPassing) throw conflict();
      isPassing = true;
      try {
        for (let day = 0; day < days; day += 1) {
          aheadMs += dayMs;
          await upsertRow(db, 'installation_key', { id, value: String(aheadMs) }, 'id');
          // Who is signed in stays so.
          await sql`update session set expires_at = expires_at + interval '1 day' where expires_at > now()`.execute(db);
          await jobs.passTime(dayMs);
        }
      } finally {
        isPassing = false;
      }
    },
  };
}

/** The time that devices and authenticator apps have, even where the demo's clock is ahead. */
export function machineTime({ clock, demoClock }: Pick<Deps, 'clock' | 'demoClock'>): Date {
  return new Date(clock().getTime() - (demoClock?.aheadMs() ?? 0));
}
