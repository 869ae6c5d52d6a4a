import { XmlError } from '#lib/xml.ts';
import { insertOnce, insertRow } from '#server/core/database/rows.ts';
import {
  type Actor,
  type Db,
  type Deps,
  invalid,
  newId,
  ServiceError,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { cleanFileName } from '#server/core/file-name.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';
import type { applyBankFile, previewBankFile } from '#shared/payouts/contract-office-batches.ts';
import { maxBankEntries, maxBankFileBytes } from '#shared/payouts/payment-files/bank-report.ts';
import { readBankFile } from '#shared/payouts/payment-files/read-bank-file.ts';
import { matchEntries, type PlannedEntry, planEntries } from './match-entries.ts';

type BankFile = BodyOf<typeof previewBankFile>;
type Preview = DataOf<typeof previewBankFile>;

const maxTextLength = 140;

/** What importing a file would change and which entries need attention. Changes nothing. @throws {ServiceError} 422 */
export async function previewImport(deps: Deps, body: BankFile): Promise<Preview> {
  const { report, digest } = await readReport(body);
  const entries = planEntries(await matchEntries(deps.db, report));
  const earlier = await findImport(deps.db, digest);
  return { kind: report.kind, messageId: report.messageId, importId: earlier ?? null, entries: entries.map(describe) };
}

/**
 * Imports a file from a bank or a wallet; a job applies its entries. Importing the same file again returns the first
 * import.
 * @throws {ServiceError} 403 without a fresh proof or `own_case` for a payment to the importer, 422 for a file that can't be read
 */
export async function applyImport(
  deps: Deps,
  operator: Actor,
  body: BodyOf<typeof applyBankFile>,
): Promise<DataOf<typeof applyBankFile>> {
  await requireConfirmed(deps, operator);
  const { report, digest, fileName } = await readReport(body);
  return deps.db.transaction().execute(async (trx) => {
    const entries = planEntries(await matchEntries(trx, report));
    if (entries.some(({ payment }) => payment?.personId === operator.personId)) throw new ServiceError(403, 'own_case');
    const id = newId();
    const at = deps.clock();
    const stored = await insertOnce(trx, 'payout_import', {
      ...{ id, sha256: digest, kind: report.kind, file_name: fileName },
      ...{ imported_by: operator.personId, imported_at: at },
    });
    if (!stored) {
      const earlier = await findImport(trx, digest);
      if (!earlier) throw new Error('An import vanished');
      return { importId: earlier, isRepeated: true };
    }
    await insertEntries(trx, id, entries);
    await deps.jobs.send(trx, 'settle-payout-batches', {}, { singletonKey: 'now' });
    await writeAudit(deps, trx, `person:${operator.personId}`, 'payout-import-applied', ['payout-import', id], {
      before: null,
      after: { entries: entries.length, changes: entries.filter(({ action }) => action !== 'none').length },
      kind: report.kind,
      sha256: digest,
    });
    return { importId: id, isRepeated: false };
  });
}

async function readReport({ file }: BankFile) {
  if (!file || file.size === 0) throw invalid({ file: ['required'] });
  if (file.size > maxBankFileBytes) throw invalid({ file: ['bank_file_size'] });
  const bytes = Buffer.from(await file.arrayBuffer());
  const report = read(bytes);
  if (!report) throw invalid({ file: ['bank_file_kind'] });
  if (report.entries.length > maxBankEntries) throw invalid({ file: ['bank_file_size'] });
  return { report, digest: sha256(bytes), fileName: cleanFileName(file.name, 'statement') };
}

function read(bytes: Buffer) {
  try {
    return readBankFile(decode(bytes));
  } catch (error) {
    if (error instanceof XmlError || error instanceof TypeError) throw invalid({ file: ['bank_file_xml'] });
    throw error;
  }
}

/** Decodes UTF-8, or Latin-1 if the file declares it. @throws {TypeError} for bytes that don't fit */
function decode(bytes: Buffer): string {
  const [, declared = 'utf-8'] =
    /^<\?xml[^>]{0,150}?encoding=["']([\w-]{1,20})["']/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  const isLatin = /^(iso-8859-1|windows-1252|us-ascii)$/i.test(declared);
  return new TextDecoder(isLatin ? 'windows-1252' : 'utf-8', { fatal: true }).decode(bytes);
}

async function findImport(executor: Db | Trx, digest: string): Promise<string | undefined> {
  const found = await executor.selectFrom('payout_import').select('id').where('sha256', '=', digest).executeTakeFirst();
  return found?.id;
}

async function insertEntries(trx: Trx, importId: string, entries: readonly PlannedEntry[]): Promise<void> {
  const batchSize = 1_000;
  const truncate = (text: string | null) => text?.slice(0, maxTextLength) ?? null;
  for (let from = 0; from < entries.length; from += batchSize) {
    await insertRow(
      trx,
      'payout_import_entry',
      entries.slice(from, from + batchSize).map(({ entry, payment }, index) => ({
        ...{ id: newId(), import_id: importId, number: from + index + 1, payment_id: payment?.id ?? null },
        ...{ message_id: truncate(entry.messageId), reference: truncate(entry.reference), event: entry.event },
        ...{ amount_cents: entry.amountCents, currency: truncate(entry.currency), code: truncate(entry.code) },
        bank_reference: truncate(entry.bankReference),
      })),
    );
  }
}

function describe({ entry, payment, action, problem }: PlannedEntry): Preview['entries'][number] {
  const { event, reference, messageId, amountCents, currency, code, bankReference } = entry;
  return {
    ...{ event, reference: reference ?? messageId, amountCents, currency, code, bankReference, action, problem },
    batch: payment?.batchNumber ?? null,
    payeeName: payment?.payeeName ?? null,
  };
}
