import type { Deps } from '#server/core/deps.ts';

/** The IANA time zone a person chose for their times; null if they chose none. */
export async function findTimeZone(deps: Deps, personId: string): Promise<string | null> {
  const person = await deps.db.selectFrom('person').select('time_zone').where('id', '=', personId).executeTakeFirst();
  return person?.time_zone ?? null;
}
