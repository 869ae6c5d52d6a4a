import { sql } from 'kysely';
import { isOneOf } from '#server/core/database/one-of.ts';
import { byAmount, columnFilters, emailOr, equals, personColumns } from '#server/office/lists/parts.ts';
import type { ListSource } from '#server/office/lists/read-list.ts';
import { livePaymentStatuses } from '#shared/payouts/batch.ts';
import type { payoutLists } from '#shared/payouts/office/payouts.ts';

const due = sql`case
  when o.due_at is null then null
  when o.due_at <= now() then 'late'
  when o.due_at <= now() + interval '1 day' then 'today'
  else 'later' end`;

/**
 * What is due first, then what has no deadline, the newest first. The index `payout_due_first` has the same expression.
 */
const payoutDueAt = sql`coalesce(o.due_at,
  (timestamp '4000-01-01' - ((o.requested_at at time zone 'UTC') - timestamp '2000-01-01')) at time zone 'UTC')`;

const next = sql`case
  when o.status in ('requested', 'in-review') then 'decision'
  when o.status = 'approved' and b.id is null then 'batch'
  when o.status in ('approved', 'sent') then 'bank' end`;

/** How many entries of the import `i` match a condition. */
const countEntries = (condition: ReturnType<typeof sql>) =>
  sql`(select count(*) from payout_import_entry e where e.import_id = i.id and ${condition})`;

const isOpenProblem = sql`(e.problem is not null and e.reviewed_at is null)`;
const problems = countEntries(isOpenProblem);

/** What a posting is about, from a reference such as `payout:01J…`. */
const subject = sql`split_part(t.reference, ':', 1)`;
const subjectId = sql`substr(t.reference, strpos(t.reference, ':') + 1)`;
const nameOfSubject = sql`case ${subject}
  when 'payout' then (select number from payout where id = ${subjectId})
  when 'commission' then (select o.number from commission c join orders o on o.id = c.order_id where c.id = ${subjectId})
  when 'affiliate' then (select trim(first_name || ' ' || last_name) from person where id = ${subjectId})
  end`;

/** The primary key of a ledger entry, from an id such as `01J…:2`; anything else matches nothing. */
function isLedgerEntry(id: string) {
  const [, transactionId, line] = /^(.+):(\d{1,9})$/.exec(id) ?? [];
  return line === undefined ? sql`false` : sql`(e.transaction_id = ${transactionId} and e.line = ${Number(line)})`;
}

export const payoutSources: Readonly<Record<keyof typeof payoutLists, ListSource>> = {
  payouts: {
    from: sql`payout o join person p on p.id = o.person_id join payout_destination d on d.id = o.destination_id
      left join trading_account a on a.id = o.account_id
      left join payout_payment y on y.payout_id = o.id and ${sql.raw(isOneOf('y.status', livePaymentStatuses))}
      left join payout_batch b on b.id = y.batch_id`,
    columns: sql`o.number as "number", ${personColumns}, o.source as "source",
      a.platform_account_id as "account", a.id as "accountId", o.method as "method", d.masked as "destination",
      o.status as "status", o.amount_cents as "amountCents", o.trader_cents - o.fee_cents as "netCents",
      o.due_at as "dueAt", b.number as "batch", b.id as "batchId", o.reason as "reason", o.reason_note as "note",
      o.reference as "reference", o.is_sample as "sample"`,
    at: sql`o.requested_at`,
    id: sql`o.id`,
    dueAt: payoutDueAt,
    deadline: sql`o.due_at`,
    sorts: { amountCents: byAmount(sql`o.amount_cents`) },
    filters: {
      q: emailOr(sql`p.email`, sql`o.number`, sql`o.id`),
      ...columnFilters('o', 'status', 'method', 'source', 'person_id', 'account_id'),
      next: equals(next),
      due: equals(due),
    },
  },
  batches: {
    from: sql`payout_batch b join person who on who.id = b.created_by left join person exporter on exporter.id = b.exported_by`,
    columns: sql`b.number as "number", b.method as "method", b.format as "format", b.status as "status",
      (select count(*) from payout_payment where batch_id = b.id and status <> 'removed') as "payments",
      (select coalesce(sum(amount_cents), 0)::bigint from payout_payment where batch_id = b.id and status <> 'removed') as "totalCents",
      (select coalesce(sum(amount_cents), 0)::bigint from payout_payment where batch_id = b.id and status = 'paid') as "paidCents",
      who.email as "actor", exporter.email as "exportedBy", b.exported_at as "exportedAt",
      b.execute_on as "executeOn", b.cancel_reason as "reason", b.is_sample as "sample"`,
    at: sql`b.created_at`,
    id: sql`b.id`,
    filters: {
      q: (value) => sql`b.number = ${value.toUpperCase()}`,
      ...columnFilters('b', 'status', 'method'),
    },
  },
  payments: {
    from: sql`payout_payment y join payout_batch b on b.id = y.batch_id join payout o on o.id = y.payout_id
      join payout_destination d on d.id = y.destination_id`,
    columns: sql`y.reference as "reference", b.number as "batch", b.id as "batchId", o.number as "payout",
      o.id as "payoutId", y.payee_name as "name", d.masked as "destination", y.amount_cents as "amountCents",
      y.status as "status", y.bank_reference as "bankReference", y.bank_code as "code"`,
    at: sql`y.changed_at`,
    id: sql`y.id`,
    filters: {
      q: (value) => sql`(y.reference = ${value} or y.bank_reference = ${value})`,
      ...columnFilters('y', 'status', 'batch_id', 'payout_id'),
    },
  },
  imports: {
    from: sql`payout_import i join person who on who.id = i.imported_by`,
    columns: sql`i.file_name as "file", i.kind as "kind", ${countEntries(sql`true`)} as "entries",
      ${countEntries(sql`e.action <> 'none'`)} as "changes", ${problems} as "problems", who.email as "actor",
      i.finished_at as "finishedAt", i.is_sample as "sample"`,
    at: sql`i.imported_at`,
    id: sql`i.id`,
    filters: {
      q: (value) => sql`i.file_name = ${value}`,
      kind: equals(sql`i.kind`),
      open: (value) => (value === 'problems' ? sql`${problems} > 0` : sql`${problems} = 0`),
    },
  },
  entries: {
    from: sql`payout_import_entry e join payout_import i on i.id = e.import_id
      left join payout_payment y on y.id = e.payment_id`,
    columns: sql`coalesce(e.reference, e.message_id) as "reference", e.event as "event",
      e.amount_cents as "amountCents", e.currency as "currency", e.action as "bankAction", e.problem as "problem",
      y.reference as "payment", y.id as "paymentId", e.code as "code", e.bank_reference as "bankReference",
      e.reviewed_at as "reviewedAt", e.review_reason as "reviewReason"`,
    at: sql`i.imported_at`,
    id: sql`e.id`,
    filters: {
      q: (value) => sql`(e.reference = ${value} or e.bank_reference = ${value})`,
      ...columnFilters('e', 'problem', 'import_id', 'payment_id'),
      open: (value) => (value === 'problems' ? isOpenProblem : sql`not ${isOpenProblem}`),
    },
  },
  ledger: {
    from: sql`ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      join ledger_account l on l.id = e.account_id
      left join trading_account a on a.id = l.owner_id and l.kind = 'payout-expense'
      left join person p on p.id = coalesce(a.person_id, l.owner_id)`,
    columns: sql`t.number::text as "number", t.kind as "entryKind", l.kind as "ledgerAccount", p.email as "email",
      p.id as "personId", ${subject} as "entity", ${subjectId} as "entityId",
      coalesce(${nameOfSubject}, ${subjectId}) as "record", t.reference as "reference", e.amount_cents as "changeCents"`,
    at: sql`t.at`,
    id: sql`(t.id || ':' || e.line)`,
    hasId: isLedgerEntry,
    filters: {
      q: (value) => sql`(${emailOr(sql`p.email`, sql`t.reference`, sql`t.number::text`)(value)}
        or t.reference in (select 'payout:' || id from payout where number = ${value}
          union all select 'commission:' || c.id from commission c join orders o on o.id = c.order_id
            where o.number = ${value}))`,
      entryKind: equals(sql`t.kind`),
      ledgerAccount: equals(sql`l.kind`),
      /** An array of few accounts, so that the index of their entries is used. */
      person: (id) => sql`e.account_id = any(array(select id from ledger_account where owner_id = any(
        array(select id from trading_account where person_id = ${id}) || ${id}::text)))`,
      transaction: equals(sql`t.id`),
    },
  },
};
