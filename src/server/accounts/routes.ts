import { streamSSE } from 'hono/streaming';
import { draw } from '#server/core/drawing/draw.ts';
import { fileHeaders, sendCsv, streamCsv, streamFile } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { openStream } from '#server/core/http/streams.ts';
import { findTimeZone } from '#server/people/profile/find-time-zone.ts';
import * as calls from '#shared/accounts/contract.ts';
import * as details from '#shared/accounts/contract-details.ts';
import { fetchFills, fillsFile } from '#shared/accounts/contract-fills.ts';
import { accountStatistics, tradesFile } from '#shared/accounts/contract-statistics.ts';
import { groupTrades, statisticsOf } from '#shared/accounts/statistics/statistics.ts';
import { showCredentials } from './access/show-credentials.ts';
import { disputeBreach } from './breach/dispute.ts';
import { getBreachedAccount, reportBreach, writeEventLog } from './breach/report-breach.ts';
import { describeAccount } from './details/describe.ts';
import { listAccounts, listAccountsInFull } from './details/list.ts';
import { followAccounts } from './details/stream.ts';
import { getOwnAccount } from './get-own-account.ts';
import { resumeMarketData } from './inactivity/resume-market-data.ts';
import { nameAccount } from './name.ts';
import { startSimulation } from './simulator/start-simulation.ts';
import { renameAccount } from './summary/rename.ts';
import { listFills } from './trades/list-fills.ts';
import { readFillsPage, writeFills } from './trades/read-fills.ts';
import { readTrades } from './trades/read-trades.ts';
import { writeTrades } from './trades/write-trades.ts';

export const accountsRoutes: Routes = ({ mount, deps }) => {
  mount(calls.accountData, async ({ actor, query }) => ({
    accounts:
      query.history === undefined
        ? await listAccountsInFull(deps, actor.personId)
        : await listAccounts(deps, actor.personId, query.history),
  }));

  mount(calls.renameAccount, ({ actor, body }) => renameAccount(deps, actor.personId, body));
  mount(calls.startSimulation, ({ actor, body }) => startSimulation(deps, actor.personId, body.accountId));
  mount(details.accountDetails, ({ actor, query }) => describeAccount(deps, actor, query.accountId));
  mount(details.resumeMarketData, ({ actor, body }) => resumeMarketData(deps, actor.personId, body.accountId));
  mount(details.accountFills, ({ actor, query }) => listFills(deps, actor.personId, query));
  mount(fetchFills, ({ actor, query }) => readFillsPage(deps, actor.personId, query));

  mount(fillsFile, async ({ actor, query, context }) => {
    const account = await getOwnAccount(deps, actor.personId, query.accountId);
    const number = account.platform_account_id;
    return streamCsv(context, actor, `fills-${number}`, writeFills(deps, query, number));
  });

  mount(details.accountCredentials, ({ actor, body }) => showCredentials(deps, actor, body.accountId));
  mount(details.breachReport, ({ actor, query }) => reportBreach(deps, actor.personId, query.accountId));
  mount(details.disputeBreach, ({ actor, body }) => disputeBreach(deps, actor, body));

  mount(details.breachReportPdf, async ({ actor, query, requestContext, context }) => {
    const report = await reportBreach(deps, actor.personId, query.accountId);
    const { account } = await getBreachedAccount(deps, actor.personId, query.accountId);
    const { name: brand } = deps.catalog.site;
    const called = `${nameAccount(account)}, ${account.platform_account_id}`;
    const timeZone = await findTimeZone(deps, actor.personId);
    const pdf = await draw('breach', report, { brand, locale: requestContext.locale, account: called, timeZone });
    return context.body(
      new Uint8Array(pdf),
      200,
      fileHeaders('application/pdf', `breach-${account.platform_account_id}.pdf`),
    );
  });

  mount(details.accountEventLog, async ({ actor, query, context }) => {
    const { account, breach } = await getBreachedAccount(deps, actor.personId, query.accountId);
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
    return streamFile(context, actor, headers, writeEventLog(deps, account, breach));
  });

  mount(accountStatistics, async ({ actor, query }) => {
    const { trades, truncated } = await readTrades(deps, actor.personId, query);
    const byAccount = groupTrades(trades, (trade) => trade.accountId);
    return { ...statisticsOf(trades), byAccount, truncated };
  });

  mount(tradesFile, async ({ actor, query, context }) => {
    const { trades } = await readTrades(deps, actor.personId, query);
    return sendCsv(context, 'trades', writeTrades(trades));
  });

  mount(calls.accountStream, async ({ actor, query, context }) => {
    const { accountId, since } = query;
    if (accountId !== undefined) await getOwnAccount(deps, actor.personId, accountId);
    // Keeps buffering proxies from holding messages back.
    context.header('X-Accel-Buffering', 'no');
    return streamSSE(context, async (messages) => {
      const stream = await openStream(deps, actor, 'live');
      messages.onAbort(stream.end);
      if (messages.aborted) stream.end();
      // Also unblocks a write to a reader that has stopped reading.
      stream.signal.addEventListener('abort', () => messages.abort());
      const follower = {
        send: async (update: object) => messages.writeSSE({ event: 'account', data: JSON.stringify(update) }),
        beat: async () => void (await messages.write(': still here\n\n')),
      };
      try {
        await followAccounts(deps, actor, follower, stream.signal, { accountId, known: readSince(since) });
      } catch (error) {
        deps.log.error({ err: error }, 'an account stream ended early');
      } finally {
        stream.end();
      }
    });
  });
};

function readSince(text = ''): ReadonlyMap<string, number> {
  return new Map(
    text.split(',').map((part) => {
      const [id = '', sequence] = part.split(':');
      return [id, Number(sequence)] as const;
    }),
  );
}
