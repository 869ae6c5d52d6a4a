import { fileHeaders, sendCsv, streamFile } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/accounts/contract-journal.ts';
import { getOwnAccount } from './get-own-account.ts';
import { listJournalEntries, readJournalEntry, storeJournalEntry } from './journal/entries.ts';
import { writeJournalCsv, writeJournalJson } from './journal/export.ts';
import { addPicture, openPicture, removePicture } from './journal/pictures.ts';

export const journalRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchJournalEntry, ({ actor, query }) => readJournalEntry(deps, actor.personId, query));
  mount(calls.saveJournalEntry, ({ actor, body }) => storeJournalEntry(deps, actor.personId, body));
  mount(calls.listJournal, ({ actor, query }) => listJournalEntries(deps, actor.personId, query));
  mount(calls.addJournalPicture, ({ actor, body }) => addPicture(deps, actor.personId, body));
  mount(calls.removeJournalPicture, ({ actor, body }) => removePicture(deps, actor.personId, body.pictureId));

  mount(calls.journalPicture, async ({ actor, params, context }) => {
    const bytes = await openPicture(deps, actor.personId, params.pictureId);
    return context.body(new Uint8Array(bytes), 200, { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' });
  });

  mount(calls.journalCsv, async ({ actor, query, context }) => {
    const csv = await writeJournalCsv(deps, actor.personId, query.accountId);
    return sendCsv(context, 'journal', csv);
  });

  mount(calls.journalJson, async ({ actor, query, context }) => {
    await getOwnAccount(deps, actor.personId, query.accountId);
    const pieces = writeJournalJson(deps, actor.personId, query.accountId);
    return streamFile(context, actor, fileHeaders('application/octet-stream', 'journal.json'), pieces);
  });
};
