import { sql } from 'kysely';
import { journalPictureContext } from '#server/accounts/journal/pictures.ts';
import { signingKeyContext } from '#server/certificates/signing-key.ts';
import type { Connection } from '#server/core/database/connect.ts';
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
import { columnsOf } from '#server/messages/webhooks/outbox.ts';
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

/** The addresses of mails that a job is still to send. */
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

/** Every kind of encrypted value in the database; add new kinds here. */
const kinds: readonly ((trx: Trx) => Promise<EncryptedValue[]>)[] = [
  listMarketKeys,
  async (trx) => {
    const rows = await trx.selectFrom('trading_account').select(['id', 'platform_secret']).forUpdate().execute();
    return rows.map(({ id, platform_secret: value }) => ({
      name: `the platform password of account ${id}`,
      context: `account:${id}`,
      value,
      replace: (next) =>
        trx.updateTable('trading_account').set({ platform_secret: next }).where('id', '=', id).execute(),
    }));
  },
  async (trx) => {
    const rows = await trx.selectFrom('two_factor').select(['person_id', 'secret']).forUpdate().execute();
    return rows.map(({ person_id: id, secret: value }) => ({
      name: `the two-step secret of person ${id}`,
      context: secretContext(id),
      value,
      replace: (next) => trx.updateTable('two_factor').set({ secret: next }).where('person_id', '=', id).execute(),
    }));
  },
  async (trx) => {
    const rows = await trx.selectFrom('recovery_code').select(['person_id', 'code_hash']).forUpdate().execute();
    return rows.map(({ person_id: personId, code_hash: value }) => ({
      name: `a recovery code of person ${personId}`,
      context: codeContext({ personId, purpose: 'recovery' }),
      value,
      replace: (next) =>
        updateRow(trx, 'recovery_code', { person_id: personId, code_hash: value }, { code_hash: next }),
    }));
  },
  async (trx) => {
    const rows = await trx
      .selectFrom('email_code')
      .select(['id', 'person_id', 'purpose', 'code_hash'])
      .forUpdate()
      .execute();
    return rows.map(({ id, person_id: personId, purpose, code_hash: value }) => ({
      name: `the mailed code ${id}`,
      context: codeContext({ personId, purpose }),
      value,
      replace: (next) => trx.updateTable('email_code').set({ code_hash: next }).where('id', '=', id).execute(),
    }));
  },
  async (trx) => {
    const rows = await trx.selectFrom('payout_destination').select(['id', 'details']).forUpdate().execute();
    return rows.map(({ id, details: value }) => ({
      name: `the payout destination ${id}`,
      context: destinationContext(id),
      value,
      replace: (next) =>
        trx.updateTable('payout_destination').set({ details: next, fingerprint: null }).where('id', '=', id).execute(),
    }));
  },
  async (trx) => {
    const rows = await trx
      .selectFrom('payout_batch')
      .select(['id', 'number', 'file'])
      .where('file', 'is not', null)
      .forUpdate()
      .execute();
    return rows.map(({ id, number, file: value }) => ({
      name: `the file of the payment batch ${number}`,
      context: batchFileContext(id),
      value: value ?? '',
      replace: (next) => trx.updateTable('payout_batch').set({ file: next }).where('id', '=', id).execute(),
    }));
  },
  async (trx) => {
    const rows = await trx
      .selectFrom('certificate_key')
      .select(['id', 'private_key'])
      .where('private_key', 'is not', null)
      .forUpdate()
      .execute();
    return rows.map(({ id, private_key: value }) => ({
      name: `the certificate key ${id}`,
      context: signingKeyContext(id),
      value: value ?? '',
      replace: (next) => trx.updateTable('certificate_key').set({ private_key: next }).where('id', '=', id).execute(),
    }));
  },
  async (trx) => {
    const rows = await trx.selectFrom('tax_form').select(['id', 'details']).forUpdate().execute();
    return rows.map(({ id, details: value }) => ({
      name: `the tax form ${id}`,
      context: taxFormContext(id),
      value,
      replace: (next) => trx.updateTable('tax_form').set({ details: next }).where('id', '=', id).execute(),
    }));
  },
  async (trx) => {
    const rows = await trx.selectFrom('affiliate_endpoint').selectAll().forUpdate().execute();
    return rows.flatMap((row) => {
      const recipient = { audience: row.audience, personId: row.affiliate_id };
      const describe = (column: 'secret' | 'former_secret', value: string) => ({
        name: `the webhook secret of ${row.audience} ${row.affiliate_id}`,
        context: webhookSecretContext(recipient),
        value,
        replace: (next: string) => updateRow(trx, 'affiliate_endpoint', columnsOf(recipient), { [column]: next }),
      });
      const { secret, former_secret: former } = row;
      return [describe('secret', secret), ...(former === null ? [] : [describe('former_secret', former)])];
    });
  },
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
