import type { Routes } from '#server/core/http/context.ts';
import { fileHeaders, sendCsv, streamFile } from '#server/core/http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '#server/core/http/mount.ts';
import * as calls from '#shared/accounts/contract-journal.ts';
import { getOwnAccount } from './get-own-account.ts';
import { listJournalEntries, readJournalEntry, storeJournalEntry } from './journal/entries.ts';
import { writeJournalCsv, writeJournalJson } from './journal/export.ts';
import { addPicture, openPicture, removePicture } from './journal/pictures.ts';

export const journalRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.fetchJournalEntry, async ({ actor, query }) => ({
    data: await readJournalEntry(deps, actor.personId, query),
  }));

  mountPrivate(app, calls.saveJournalEntry, async ({ actor, body }) => ({
    data: await storeJournalEntry(deps, actor.personId, body),
  }));

  mountPrivate(app, calls.listJournal, async ({ actor, query }) => ({
    data: await listJournalEntries(deps, actor.personId, query),
  }));

  mountPrivate(app, calls.addJournalPicture, async ({ actor, body }) => ({
    data: await addPicture(deps, actor.personId, body),
  }));

  mountPrivate(app, calls.removeJournalPicture, ({ actor, body }) =>
    removePicture(deps, actor.personId, body.pictureId),
  );

  mountPrivateRaw(app, calls.journalPicture, async ({ actor, params, context }) => {
    const bytes = await openPicture(deps, actor.personId, params.pictureId);
    return context.body(new Uint8Array(bytes), 200, { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' });
  });

  mountPrivateRaw(app, calls.journalCsv, async ({ actor, query, context }) => {
    const csv = await writeJournalCsv(deps, actor.personId, query.accountId);
    return sendCsv(context, 'journal', csv);
  });

  mountPrivateRaw(app, calls.journalJson, async ({ actor, query, context }) => {
    await getOwnAccount(deps, actor.personId, query.accountId);
    const pieces = writeJournalJson(deps, actor.personId, query.accountId);
    return streamFile(context, actor, fileHeaders('application/octet-stream', 'journal.json'), pieces);
  });
};
