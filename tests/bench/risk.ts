import { sql } from 'kysely';
import { accountChannel } from '../../src/server/accounts/event-log/channel.ts';
import { readRiskRows } from '../../src/server/risk/read-rows.ts';
import { toColumns } from '../../src/shared/core/columns.ts';
import { riskRow } from '../../src/shared/risk/contract.ts';
import { buyAccount, signInPerson } from '../server/support/people.ts';
import { type Bench, timeP95 } from './office.ts';
import { measureScreen } from './risk-screen.ts';
import { type Figure, figure } from './table.ts';

const perRound = 500;
const roundMs = 250;
/** In a trader's second month the state is so long that PostgreSQL compresses it and stores it out of line. */
const tradedDays = 40;

/** Copies one account this many times, each live with a different remaining drawdown and most with a position. */
async function addAccounts({ deps }: Bench, template: string, accounts: number): Promise<void> {
  const columns = ['person_id', 'platform', 'platform_user', 'platform_secret', 'simulated', 'program', 'size'];
  const names = [...columns, 'rules_version', 'opened_at', 'activity_from', 'phase', 'sequence'];
  const copied = sql.join(names.map((name) => sql.ref(name)));
  await sql`
    insert into trading_account (id, order_id, platform_account_id, ${copied}, state)
    select 'bench-' || n, 'bench-order-' || n, 'BENCH-' || n, ${copied},
      state || jsonb_build_object('equityCents', 4900000 + n * 37 % 300000, 'positions',
        case when n % 4 = 0 then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
          'instrument', (array['ES', 'NQ', 'CL', 'GC', 'MES', 'MNQ'])[1 + n % 6], 'month', '2026-12',
          'quantity', case when n % 2 = 0 then 1 else -2 end, 'costTicks', 0, 'lastPriceTicks', 0, 'lots', '[]'::jsonb
        )) end,
        'days', (select jsonb_agg(jsonb_build_object(
          'day', to_char(date '2026-09-01' + day, 'YYYY-MM-DD'), 'openBalanceCents', 5000000 + day * 101,
          'profitCents', 101, 'fills', day % 12, 'closed', true
        )) from generate_series(1, ${tradedDays}::int) as given (day)))
    from trading_account cross join generate_series(1, ${accounts}::int) as given (n) where id = ${template}
  `.execute(deps.db);
  await sql`analyze trading_account`.execute(deps.db);
}

/** Changes accounts until stopped, at the rate that the risk desk must show. */
function changeAccounts({ deps }: Bench, personId: string, accounts: number): () => Promise<void> {
  let stopped = false;
  async function run(): Promise<void> {
    for (let round = 1; !stopped; round += 1) {
      const endsAt = performance.now() + roundMs;
      const numbers = Array.from(
        { length: perRound },
        (_, index) => 1 + (((round * perRound + index) * 37) % accounts),
      );
      await sql`
        update trading_account set state = state || jsonb_build_object('equityCents', 4900000 + (n + ${round}) * 101 % 300000)
        from unnest(${numbers}::int[]) as given (n) where id = 'bench-' || n
      `.execute(deps.db);
      const channel = accountChannel(personId);
      const messages = numbers.map((n) => ({
        channel,
        payload: JSON.stringify({ accountId: `bench-${n}`, sequence: round }),
      }));
      await deps.bus.publishAll(deps.db, messages);
      await new Promise((done) => setTimeout(done, Math.max(0, endsAt - performance.now())));
    }
  }
  const running = run();
  return () => {
    stopped = true;
    return running;
  };
}

/** The risk desk with this many live accounts: first on the server, then in a browser while accounts change. */
export async function measureDesk(bench: Bench, accounts: number): Promise<Figure[]> {
  const { deps } = bench;
  const { personId } = await signInPerson(bench);
  await addAccounts(bench, await buyAccount(bench, personId), accounts);
  const firstList = await timeP95(() => readRiskRows(deps));
  const ids = Array.from({ length: perRound }, (_, index) => `bench-${1 + ((index * 37) % accounts)}`);
  const round = await timeP95(() => readRiskRows(deps, ids));
  const bytes = JSON.stringify(toColumns(riskRow, await readRiskRows(deps))).length;
  const label = new Intl.NumberFormat('en').format(accounts);
  const manager = await signInPerson(bench, { roles: ['risk_manager'] });
  const stop = changeAccounts(bench, personId, accounts);
  const screen = await measureScreen(bench.url, manager.token, accounts);
  await stop();
  return [
    figure(`risk: first list of ${label} accounts on the server, p95`, firstList, 'ms', { atMost: 1_000 }),
    figure(`risk: update with ${perRound} changed accounts (2,000 a second), p95`, round, 'ms', { atMost: 250 }),
    figure('risk: the first list uncompressed', bytes / 1_048_576, 'MB'),
    ...screen,
  ];
}
