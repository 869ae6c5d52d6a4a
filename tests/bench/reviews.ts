import { sql } from 'kysely';
import { listSources } from '../../src/server/firm/office/lists.ts';
import { readPage } from '../../src/server/office/lists/read-list.ts';
import { buyAccount, signInPerson } from '../server/support/people.ts';
import { type Bench, timeP95 } from './office.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const reviewRows = sized(100_000, 200);
const traders = sized(1_000, 10);

/** Reviews of a thousand traders, each for its own order. One in a hundred waits for a reviewer. */
async function addReviews(bench: Bench): Promise<void> {
  const { deps } = bench;
  const { personId } = await signInPerson(bench);
  const accountId = await buyAccount(bench, personId);
  await sql`
    insert into person (id, email, first_name, last_name, country, locale, created_at)
    select 'reviewed-' || n, 'reviewed' || n || '@example.org', 'Ada', 'Lima', 'PT', 'en', now()
    from generate_series(1, ${traders}::int) as given (n)
  `.execute(deps.db);
  await sql`
    insert into orders select made.* from (select * from orders limit 1) as sample,
      generate_series(1, ${reviewRows}::int) as given (n),
      jsonb_populate_record(sample::orders, jsonb_build_object('id', 'reviewed-' || n, 'number', 'R-' || n,
        'purchase_id', 'reviewed-' || n, 'idempotency_key', 'reviewed-' || n, 'kind', 'performance-review',
        'person_id', 'reviewed-' || (1 + n % ${traders}::int))) as made
  `.execute(deps.db);
  await sql`
    insert into trading_account select made.* from (select * from trading_account where id = ${accountId}) as sample,
      generate_series(1, ${traders}::int) as given (n),
      jsonb_populate_record(sample::trading_account, jsonb_build_object('id', 'reviewed-' || n,
        'order_id', 'reviewed-' || n, 'platform_account_id', 'R' || n, 'person_id', 'reviewed-' || n)) as made
  `.execute(deps.db);
  await sql`
    insert into performance_review (id, order_id, account_id, person_id, requested_at, delivered_at, closed_at, comment)
    select 'reviewed-' || n, 'reviewed-' || n, 'reviewed-' || (1 + n % ${traders}::int),
      'reviewed-' || (1 + n % ${traders}::int), at, at + interval '1 minute',
      case when n % 100 > 0 then at + interval '1 day' end, 'Smaller after a losing morning.'
    from generate_series(1, ${reviewRows}::int) as given (n),
      lateral (select timestamptz '2020-01-01' + n * interval '30 minutes' as at) as made
  `.execute(deps.db);
  await sql`analyze`.execute(deps.db);
}

/** The list of performance reviews, whole and as the queue of those that wait for a reviewer. */
export async function measureReviews(bench: Bench): Promise<Figure[]> {
  await addReviews(bench);
  const read = (query: Parameters<typeof readPage>[2]) =>
    timeP95(() => readPage(bench.deps, listSources.reviews, query, { locale: 'en', roles: ['admin'] }));
  const [first, last] = [await read({}), await read({ direction: 'newer' })];
  const queued = [await read({ queued: 'yes' }), await read({ queued: 'yes', direction: 'newer' })];
  const label = `${new Intl.NumberFormat('en').format(reviewRows)} performance reviews`;
  return [
    figure(`office: first page of ${label}, p95`, first, 'ms', { atMost: 50 }),
    figure(`office: last page of ${label}, p95`, last, 'ms', { atMost: 50 }),
    figure('office: last page relative to first page of performance reviews', last / first, '×', { atMost: 1.5 }),
    figure('office: queue of performance reviews, first and last page, p95', Math.max(...queued), 'ms', { atMost: 50 }),
  ];
}
