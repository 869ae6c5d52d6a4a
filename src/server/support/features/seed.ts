import { insertRow } from '#server/core/database/rows.ts';
import { demoPeople } from '#server/core/demo-people.ts';
import type { Deps } from '#server/core/deps.ts';

/** Added to each suggestion, so that visitors don't mistake sample votes for customers' votes. */
const mark = '(Sample of the demo, with sample votes.)';

const requests = [
  {
    id: 'demo-feature-alert',
    title: 'A warning when the room gets small',
    message: 'A mail or a message on the phone when less than a quarter of the room above the floor is left today.',
    progress: 'done',
    reason: 'Alerts are under Notifications.',
    voters: ['demo-trader', 'demo-affiliate', 'demo-risk'],
  },
  {
    id: 'demo-feature-calendar',
    title: 'Half days of the exchange in My Account',
    message: 'Show the sessions that end early this week beside the open day, in my own time zone as well.',
    progress: 'in-progress',
    reason: null,
    voters: ['demo-trader', 'demo-affiliate'],
  },
  {
    id: 'demo-feature-export',
    title: 'All fills as one file for the tax return',
    message: 'One file for the calendar year over all accounts, with fees in a column of their own.',
    progress: 'considered',
    reason: null,
    voters: ['demo-trader'],
  },
] as const;

/** Seeds published suggestions by the demo's people and keeps existing ones. */
export async function seedFeatures({ db, clock }: Deps): Promise<void> {
  const author = demoPeople[0];
  if (!author) return;
  const now = clock();
  const made = await db
    .insertInto('feature_request')
    .values(
      requests.map(({ id, title, message, progress, reason }) => ({
        id,
        fingerprint: id,
        name: `${author.firstName} ${author.lastName}`,
        email: author.email,
        title,
        message: `${message} ${mark}`,
        locale: 'en',
        status: 'approved' as const,
        progress,
        progress_reason: reason,
        created_at: now,
        decided_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const fresh = new Set(made.map(({ id }) => id));
  const votes = requests
    .filter(({ id }) => fresh.has(id))
    .flatMap(({ id, voters }) =>
      voters.map((person) => ({ request_id: id, voter: `person:${person}`, network: '', created_at: now })),
    );
  if (votes.length > 0) await insertRow(db, 'feature_vote', votes);
}
