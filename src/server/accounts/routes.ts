import { draw } from '#server/core/drawing/draw.ts';
import type { AppContext } from '#server/core/http/context.ts';
import { fileHeaders, sendCsv, sendPdf, streamCsv, streamFile } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { streamEvents } from '#server/core/http/stream-events.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import { subscribePush, unsubscribePush } from '#server/messages/push/subscribe.ts';
import { findTimeZone } from '#server/people/profile/find-time-zone.ts';
import { type ReceivedRequest, signatureHeaders } from '#shared/accounts/bridge-signature.ts';
import * as calls from '#shared/accounts/contract.ts';
import * as alerts from '#shared/accounts/contract-alerts.ts';
import * as breach from '#shared/accounts/contract-breach.ts';
import * as details from '#shared/accounts/contract-details.ts';
import { fetchFills, fillsFile } from '#shared/accounts/contract-fills.ts';
import * as journal from '#shared/accounts/contract-journal.ts';
import { fetchPersonalStop, lockAccountNow, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { accountStatistics, tradesFile } from '#shared/accounts/contract-statistics.ts';
import { groupTrades, statisticsOf } from '#shared/accounts/statistics/statistics.ts';
import { showCredentials } from './access/show-credentials.ts';
import { fetchAlertSettings, updateAlertSettings } from './alerts/settings.ts';
import { receiveBridgeBalances } from './balance-differences/receive-balances.ts';
import { disputeBreach } from './breach/dispute.ts';
import { getBreachedAccount, reportBreach, writeEventLog } from './breach/report-breach.ts';
import { describeAccount } from './details/describe.ts';
import { listAccounts, listAccountsInFull } from './details/list.ts';
import { followAccounts } from './details/stream.ts';
import { receiveHeartbeat } from './feed/heartbeat.ts';
import { receiveBridgeEvents } from './feed/receive.ts';
import { receiveUnreadRows } from './feed/receive-unread-rows.ts';
import { getOwnAccount } from './get-own-account.ts';
import { resumeMarketData } from './inactivity/resume-market-data.ts';
import { listJournalEntries, readJournalEntry, storeJournalEntry } from './journal/entries.ts';
import { writeJournalCsv, writeJournalJson } from './journal/export.ts';
import { addPicture, openPicture, removePicture } from './journal/pictures.ts';
import { nameAccount } from './name.ts';
import { lockOwnAccount, readPersonalStop, setPersonalStop } from './personal-stop/change.ts';
import { startSimulation } from './simulator/start-simulation.ts';
import { renameAccount } from './summary/rename.ts';
import { listFills } from './trades/list-fills.ts';
import { readFillsPage, writeFills } from './trades/read-fills.ts';
import { readTrades } from './trades/read-trades.ts';
import { writeTrades } from './trades/write-trades.ts';

/** What bridges send, by path below `/api/bridge/`. */
const bridgeMessages = {
  events: receiveBridgeEvents,
  'unread-rows': receiveUnreadRows,
  balances: receiveBridgeBalances,
  heartbeat: receiveHeartbeat,
} as const;

async function readSigned({ req: request }: AppContext): Promise<ReceivedRequest> {
  const read = (name: string) => request.header(name) ?? '';
  return {
    method: request.method,
    path: request.path,
    idempotencyKey: read('Idempotency-Key'),
    body: await request.text(),
    timestamp: read(signatureHeaders.timestamp),
    signature: read(signatureHeaders.signature),
    requestSignature: read(signatureHeaders.requestSignature),
  };
}

function readSince(text = ''): ReadonlyMap<string, number> {
  return new Map(
    text.split(',').map((part) => {
      const [id = '', sequence] = part.split(':');
      return [id, Number(sequence)] as const;
    }),
  );
}

export const accountsRoutes: Routes = ({ mount, app, deps }) => {
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
  mount(breach.breachReport, ({ actor, query }) => reportBreach(deps, actor.personId, query.accountId));
  mount(breach.disputeBreach, ({ actor, body }) => disputeBreach(deps, actor, body));

  mount(breach.breachReportPdf, async ({ actor, query, requestContext: { locale } }) => {
    const report = await reportBreach(deps, actor.personId, query.accountId);
    const { account } = await getBreachedAccount(deps, actor.personId, query.accountId);
    const { name: brand } = deps.catalog.site;
    const called = `${nameAccount(account)}, ${account.platform_account_id}`;
    const timeZone = await findTimeZone(deps, actor.personId);
    const pdf = await draw('breach', report, { brand, locale, account: called, timeZone });
    return sendPdf(`breach-${account.platform_account_id}`, pdf);
  });

  mount(breach.accountEventLog, async ({ actor, query, context }) => {
    const { account, breach } = await getBreachedAccount(deps, actor.personId, query.accountId);
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
    return streamFile(context, actor, headers, writeEventLog(deps, account, breach));
  });

  mount(accountStatistics, async ({ actor, query }) => {
    const { trades, truncated } = await readTrades(deps, actor.personId, query);
    const byAccount = groupTrades(trades, (trade) => trade.accountId);
    return { ...statisticsOf(trades), byAccount, truncated };
  });

  mount(tradesFile, async ({ actor, query }) => {
    const { trades } = await readTrades(deps, actor.personId, query);
    return sendCsv('trades', writeTrades(trades));
  });

  mount(calls.accountStream, async ({ actor, query: { accountId, since }, context }) => {
    if (accountId !== undefined) await getOwnAccount(deps, actor.personId, accountId);
    return streamEvents(context, actor, 'an account stream', ({ send, beat }, signal) => {
      const follower = { send: (update: object) => send('account', update), beat };
      return followAccounts(deps, actor, follower, signal, { accountId, known: readSince(since) });
    });
  });

  for (const [name, receive] of Object.entries(bridgeMessages)) {
    app.post(`/api/bridge/${name}`, async (context) =>
      context.json(await receive(deps, await readSigned(context)), 200, { 'Cache-Control': 'no-store' }),
    );
  }

  mount(alerts.fetchAlerts, ({ actor, query, requestContext }) =>
    fetchAlertSettings(deps, actor.personId, query.accountId, requestContext.deviceHash),
  );
  mount(alerts.updateAlerts, ({ actor, body }) => updateAlertSettings(deps, actor.personId, body));
  mount(alerts.subscribePush, (request) => subscribePush(deps, request.actor, request.body, withDevice(request)));
  mount(alerts.unsubscribePush, ({ actor, body }) => unsubscribePush(deps, actor, body.endpoint));

  mount(journal.fetchJournalEntry, ({ actor, query }) => readJournalEntry(deps, actor.personId, query));
  mount(journal.saveJournalEntry, ({ actor, body }) => storeJournalEntry(deps, actor.personId, body));
  mount(journal.listJournal, ({ actor, query }) => listJournalEntries(deps, actor.personId, query));
  mount(journal.addJournalPicture, ({ actor, body }) => addPicture(deps, actor.personId, body));
  mount(journal.removeJournalPicture, ({ actor, body }) => removePicture(deps, actor.personId, body.pictureId));

  mount(journal.journalPicture, async ({ actor, params, context }) => {
    const bytes = await openPicture(deps, actor.personId, params.pictureId);
    return context.body(new Uint8Array(bytes), 200, { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' });
  });

  mount(journal.journalCsv, async ({ actor, query }) =>
    sendCsv('journal', await writeJournalCsv(deps, actor.personId, query.accountId)),
  );

  mount(journal.journalJson, async ({ actor, query, context }) => {
    await getOwnAccount(deps, actor.personId, query.accountId);
    const pieces = writeJournalJson(deps, actor.personId, query.accountId);
    return streamFile(context, actor, fileHeaders('application/octet-stream', 'journal.json'), pieces);
  });

  mount(fetchPersonalStop, ({ actor, query }) => readPersonalStop(deps, actor.personId, query.accountId));
  mount(updatePersonalStop, ({ actor, body }) => setPersonalStop(deps, actor, body));
  mount(lockAccountNow, ({ actor, body }) => lockOwnAccount(deps, actor, body));
};
