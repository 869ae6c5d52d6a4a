import { type Selectable, sql, type UpdateObject } from 'kysely';
import { journalPictureContext } from '#server/accounts/journal/pictures.ts';
import { signingKeyContext } from '#server/certificates/signing-key.ts';
import type { Connection } from '#server/core/database/connect.ts';
import type { Database } from '#server/core/database/database.ts';
import { replaceKeyCanary } from '#server/core/database/key-canary.ts';
import { listMarketKeys } from '#server/core/database/market-key.ts';
import { updateRow } from '#server/core/database/rows.ts';
import type { Trx } from '#server/core/deps.ts';
import { documentContext } from '#server/core/documents/read.ts';
import {
  areBytesUnderKey,
  decryptBytes,
  decryptText,
  encryptBytes,
  encryptText,
  isUnderKey,
  type Keys,
} from '#server/core/encryption.ts';
import type { Env } from '#server/core/env.ts';
import { openKeys } from '#server/core/keys.ts';
import { webhookSecretContext } from '#server/messages/webhooks/secret.ts';
import { payoutCodeContext } from '#server/payouts/access/request.ts';
import { batchFileContext } from '#server/payouts/batches/batch-file.ts';
import { destinationContext } from '#server/payouts/payees/destination-details.ts';
import { taxFormContext } from '#server/payouts/payees/tax-form-details.ts';
import { codeContext } from '#server/people/codes/hash.ts';
import { passwordLinkContext } from '#server/people/password/forgot-password.ts';
import { verificationContext } from '#server/people/sign-up/resend-code.ts';
import { secretContext } from '#server/people/two-factor/check.ts';
import { requestedDocumentContext } from '#server/risk/document-requests/upload.ts';
import { attachmentContext } from '#server/support/ticket/attach.ts';

type EncryptedValue = {
  /** Shown to the operator if neither key decrypts the value. */
  readonly name: string;
  readonly context: string;
  readonly value: string;
  readonly replace: (value: string) => Promise<unknown>;
};

async function readWaitingMails(
  trx: Trx,
  job: 'mail-password-link' | 'mail-payout-code' | 'mail-verification',
  context: string,
): Promise<EncryptedValue[]> {
  const { rows } = await sql<{ id: string; value: string }>`
    select id::text as id, data->>'encryptedEmail' as value from jobs.job
    where name = ${job} and state < 'completed' for update
  `.execute(trx);
  return rows.map(({ id, value }) => ({
    name: `the waiting ${job} job ${id}`,
    context,
    value,
    replace: (next) =>
      sql`update jobs.job set data = jsonb_set(data, '{encryptedEmail}', to_jsonb(${next}::text))
        where name = ${job} and id::text = ${id}`.execute(trx),
  }));
}

type StoredRow<Name extends keyof Database> = Selectable<Database[Name]>;

/** The values of a column. What names one, and says its context, are other columns of its row. */
function valuesOf<Name extends keyof Database & string, Key extends keyof StoredRow<Name> & string>(
  table: Name,
  column: keyof StoredRow<Name> & string,
  keys: readonly Key[],
  describe: (row: Pick<StoredRow<Name>, Key>) => readonly [name: string, context: string],
  also: UpdateObject<Database, Name> = {},
) {
  return async (trx: Trx): Promise<EncryptedValue[]> => {
    const query = trx.selectFrom(table as never).select([...keys, column] as never);
    const rows = await query
      .where(column as never, 'is not', null)
      .forUpdate()
      .execute();
    return rows.map((row) => {
      const [name, context] = describe(row as never);
      const replace = (next: string) => updateRow(trx, table, row, { ...also, [column]: next } as never);
      return { name, context, value: row[column], replace };
    });
  };
}

const describeWebhookSecret = (row: Pick<StoredRow<'affiliate_endpoint'>, 'audience' | 'affiliate_id'>) =>
  [
    `the webhook secret of ${row.audience} ${row.affiliate_id}`,
    webhookSecretContext({ audience: row.audience, personId: row.affiliate_id }),
  ] as const;

/** Every kind of encrypted value in the database; add new kinds here. */
const kinds: readonly ((trx: Trx) => Promise<EncryptedValue[]>)[] = [
  listMarketKeys,
  valuesOf('trading_account', 'platform_secret', ['id'], ({ id }) => [
    `the platform password of account ${id}`,
    `account:${id}`,
  ]),
  valuesOf('two_factor', 'secret', ['person_id'], ({ person_id: id }) => [
    `the two-step secret of person ${id}`,
    secretContext(id),
  ]),
  valuesOf('recovery_code', 'code_hash', ['person_id'], ({ person_id: personId }) => [
    `a recovery code of person ${personId}`,
    codeContext({ personId, purpose: 'recovery' }),
  ]),
  valuesOf('email_code', 'code_hash', ['id', 'person_id', 'purpose'], ({ id, person_id: personId, purpose }) => [
    `the mailed code ${id}`,
    codeContext({ personId, purpose }),
  ]),
  valuesOf(
    'payout_destination',
    'details',
    ['id'],
    ({ id }) => [`the payout destination ${id}`, destinationContext(id)],
    { fingerprint: null },
  ),
  valuesOf('payout_batch', 'file', ['id', 'number'], ({ id, number }) => [
    `the file of the payment batch ${number}`,
    batchFileContext(id),
  ]),
  valuesOf('certificate_key', 'private_key', ['id'], ({ id }) => [`the certificate key ${id}`, signingKeyContext(id)]),
  valuesOf('tax_form', 'details', ['id'], ({ id }) => [`the tax form ${id}`, taxFormContext(id)]),
  valuesOf('affiliate_endpoint', 'secret', ['audience', 'affiliate_id'], describeWebhookSecret),
  valuesOf('affiliate_endpoint', 'former_secret', ['audience', 'affiliate_id'], describeWebhookSecret),
  (trx) => readWaitingMails(trx, 'mail-password-link', passwordLinkContext),
  (trx) => readWaitingMails(trx, 'mail-payout-code', payoutCodeContext),
  (trx) => readWaitingMails(trx, 'mail-verification', verificationContext),
];

function decryptValue(oldKeys: Keys, { name, context, value }: EncryptedValue): string {
  try {
    return decryptText(oldKeys, context, value);
  } catch {
    throw new Error(`${name} is encrypted under neither key: nothing was changed`);
  }
}

const files = [
  { table: 'requested_document', contextOf: requestedDocumentContext },
  { table: 'payee_document', contextOf: documentContext },
  { table: 'ticket_attachment', contextOf: attachmentContext },
  { table: 'journal_picture', contextOf: journalPictureContext },
] as const;

/** Processes uploaded files one by one, because together they don't fit into memory. */
async function rotateFiles(
  trx: Trx,
  { table, contextOf }: (typeof files)[number],
  oldKeys: Keys,
  newKeys: Keys,
): Promise<number> {
  const rows = await trx.selectFrom(table).select('id').forUpdate().execute();
  let count = 0;
  for (const { id } of rows) {
    const file = trx.selectFrom(table).select('content').where('id', '=', id);
    const { content } = await file.executeTakeFirstOrThrow();
    if (areBytesUnderKey(newKeys, content)) continue;
    if (!areBytesUnderKey(oldKeys, content)) {
      throw new Error(`the file ${id} of ${table} is encrypted under neither key: nothing was changed`);
    }
    const next = encryptBytes(newKeys, contextOf(id), decryptBytes(oldKeys, contextOf(id), content));
    await trx.updateTable(table).set({ content: next }).where('id', '=', id).execute();
    count += 1;
  }
  return count;
}

/**
 * Re-encrypts everything from the old key to APP_SECRET, in one transaction; a second run changes nothing.
 * @param oldSecret the previous APP_SECRET; undefined if the key was generated at the first start
 * @returns how many values were re-encrypted
 * @throws if neither key decrypts a value
 */
export async function rotateSecrets(env: Env, connection: Connection, oldSecret: string | undefined): Promise<number> {
  const [oldKeys, newKeys] = await Promise.all([
    openKeys({ ...env, appSecret: oldSecret }, connection),
    openKeys(env, connection),
  ]);
  return connection.db.transaction().execute(async (trx) => {
    let count = 0;
    for (const list of kinds) {
      for (const each of await list(trx)) {
        if (isUnderKey(newKeys, each.value)) continue;
        await each.replace(encryptText(newKeys, each.context, decryptValue(oldKeys, each)));
        count += 1;
      }
    }
    for (const each of files) count += await rotateFiles(trx, each, oldKeys, newKeys);
    await replaceKeyCanary(trx, newKeys);
    return count;
  });
}
